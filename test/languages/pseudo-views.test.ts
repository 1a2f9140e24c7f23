import type { ComponentType } from 'preact';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Results } from '../../src/healing/page/stage.ts';
import type { HealingControls } from '../../src/healing/page/use-healing.ts';
import type { FoundChat, HealOutcome, MarkedMessage } from '../../src/healing/types.ts';
import { tinyDocument, TinyNode } from '../support/tiny-dom.ts';

/**
 * Views built for somebody who speaks the pseudo-language: whatever stands in no brackets there comes from no catalogue.
 * What chats and servers say is written in Greek here, to tell it from our words.
 */
beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-XA' });
  vi.stubGlobal('document', tinyDocument);
  vi.resetModules();
});

afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const OUR_NAMES = /Stream Fixer|Open WebUI/g;

const chat = { id: 'a', title: 'Ωδή', archived: true };
const found: FoundChat = { chat, markers: 3, marked: 2, replies: 9, since: 1_000_000_000_000 };
const untitled: FoundChat = { ...found, chat: { ...chat, id: 'b', title: '' }, since: null };
const message: MarkedMessage = {
  messageId: 'm',
  timestamp: 1_000_000_000_000,
  reply: 0,
  markers: 1,
  parts: [
    { field: 'content', before: `${'ω\n'.repeat(12)}⏰\nω`, after: `${'ω\n'.repeat(12)}ω` },
    { field: 'merged', before: '⏰', after: '' },
  ],
};
const progress = { scanned: 3, listed: 9, complete: false, found: 1, unreadable: 1 };
const results: Results = {
  kind: 'results',
  result: { ...progress, end: 'failed', why: 'Ωχ.', unread: [{ chat, why: 'Ωχ.' }] },
  found: [found, untitled],
  chosen: new Set(['a']),
};

const base = { chatId: 'a', title: 'Ωδή' };
const outcomes: readonly HealOutcome[] = [
  { ...base, kind: 'healed', backupId: 1, messages: 2, markers: 3, kept: 1 },
  { ...base, chatId: 'b', kind: 'restored', messages: 2, kept: 1 },
  { ...base, chatId: 'c', kind: 'unchanged' },
  { ...base, chatId: 'd', kind: 'changed-meanwhile', found, why: 'Ωχ.' },
  { ...base, chatId: 'e', title: '', kind: 'streaming' },
  { ...base, chatId: 'f', kind: 'failed', state: 'old', why: 'Ωχ.' },
  { ...base, chatId: 'g', kind: 'failed', state: 'new', why: 'Ωχ.' },
  { ...base, chatId: 'h', kind: 'failed', state: 'unknown', why: 'Ωχ.' },
  { ...base, chatId: 'i', kind: 'not-started', why: null },
];

function nothing(): void {}

function controls(stage: HealingControls['stage']): HealingControls {
  return {
    stage,
    looks: new Map([
      ['a', { marked: { ...found, messages: Array.from({ length: 25 }, (_, i) => ({ ...message, messageId: String(i) })) } }],
      ['b', { marked: null }],
    ]),
    undos: new Map([[1, outcomes[1] ?? 'running']]),
    revision: 0,
    trouble: null,
    scan: nothing,
    cancel: nothing,
    choose: nothing,
    show: nothing,
    hide: nothing,
    heal: nothing,
    stop: nothing,
    undo: nothing,
    rest: nothing,
    start: nothing,
  };
}

function backupsOf(count: number) {
  const states = ['healed', 'undone', 'in-doubt'] as const;
  const list = Array.from({ length: count }, (_, i) => ({ id: i, chatId: 'a', title: i === 1 ? '' : 'Ωδή', when: 1_000_000_000_000, messages: i, bytes: 999 * 40 ** i, state: states[i % 3] ?? 'healed' }));
  return { backups: () => Promise.resolve(list), exportBackups: () => Promise.reject(new Error('not asked')), deleteBackups: () => Promise.resolve() };
}

type Views = Readonly<Record<string, ComponentType<never>>>;

interface Scene {
  readonly what: string;
  /** Must import anew, after the language was set. */
  readonly views: () => Promise<unknown>;
  readonly view: string;
  readonly props: object;
}

function stageScene(what: string, stage: HealingControls['stage'], hasChat = true): Scene {
  return { what, views: () => import('../../src/healing/page/stage-view.tsx'), view: 'StageView', props: { controls: controls(stage), caveat: 'Ωχ.', hasChat } };
}

const SCENES: readonly Scene[] = [
  { what: 'healing: no address', views: () => import('../../src/healing/page/app.tsx'), view: 'App', props: { search: '' } },
  stageScene('healing: choice', { kind: 'start' }),
  stageScene('healing: no choice', { kind: 'start' }, false),
  stageScene('healing: looking', { kind: 'scanning', progress, found: [] }),
  stageScene('healing: found', results),
  stageScene('healing: nothing found', { ...results, result: { ...progress, end: 'done', why: null, unread: [] }, found: [] }),
  stageScene('healing: to try again', { ...results, result: null }),
  stageScene('healing: at work', { kind: 'healing', total: 9, outcomes, found: [], stopping: false }),
  stageScene('healing: stopping', { kind: 'healing', total: 9, outcomes, found: [], stopping: true }),
  stageScene('healing: done', { kind: 'done', outcomes, found: [found] }),
  stageScene('healing: an earlier run', { kind: 'left', run: { total: 9, outcomes: [], left: [base] } }),
  stageScene('healing: a settled run', { kind: 'left', run: { total: 9, outcomes, left: [] } }),
  { what: 'healing: backups', views: () => import('../../src/healing/page/backups-section.tsx'), view: 'BackupsSection', props: { of: backupsOf(4), host: 'Ω', revision: 0, undo: { undos: new Map([[0, 'running']]), onUndo: nothing } } },
  { what: 'healing: no backups', views: () => import('../../src/healing/page/backups-section.tsx'), view: 'BackupsSection', props: { of: backupsOf(0), host: 'Ω', revision: 0, undo: null } },
];

/** @returns every text of a view, seen or heard, once it has read what it wants to know */
async function textsOf({ views, view, props }: Scene): Promise<readonly string[]> {
  const { h, render } = await import('preact');
  const { act } = await import('preact/test-utils');
  const View = ((await views()) as Views)[view];
  if (!View) throw new Error(`There is no view ${view}.`);
  const root = new TinyNode(1, 'main');
  // It has all of an element that preact asks for.
  const element = root as unknown as Element;
  await act(async () => {
    render(h(View as ComponentType<object>, props), element);
    await Promise.resolve();
  });
  await act(() => Promise.resolve());
  const texts = root.texts();
  await act(() => render(null, element));
  return texts;
}

/** @returns what stands in no brackets and is in our letters */
function foreign(text: string): string {
  const inner = text.replace(/⟦[^⟦⟧]*⟧/g, '');
  return inner === text ? text.replace(OUR_NAMES, '').trim() : foreign(inner);
}

test.each(SCENES)('all words come from a catalogue: $what', async (scene) => {
  const texts = await textsOf(scene);

  expect(texts.some((text) => text.includes('⟦'))).toBe(true);
  expect(texts.filter((text) => /\p{sc=Latin}/u.test(foreign(text)))).toEqual([]);
});

test.each([
  ['⟦Úndó··⟧', ''],
  ['⟦Úndó ⟦á⟧··⟧ Ωδή (3)', 'Ωδή (3)'],
  ['Stream Fixer', ''],
  ['⟦Úndó··⟧ now', 'now'],
])('words of no catalogue are seen in %s', (text, rest) => {
  expect(foreign(text)).toBe(rest);
});
