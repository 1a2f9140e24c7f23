import type { Results } from '../../../src/pages/healing/stage/stage.ts';
import type { HealingControls } from '../../../src/pages/healing/use-healing.ts';
import type { FoundChat, HealOutcome, MarkedMessage } from '../../../src/healing/types.ts';
import { nothing, testViews, type Scene } from '../../support/pseudo-views.ts';

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

function controls(stage: HealingControls['stage']): HealingControls {
  return {
    stage,
    looks: new Map([
      [
        'a',
        {
          marked: { ...found, messages: Array.from({ length: 25 }, (_, i) => ({ ...message, messageId: String(i) })) },
        },
      ],
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
    undoAll: nothing,
    rest: nothing,
    start: nothing,
  };
}

function backupsOf(count: number) {
  const states = ['healed', 'undone', 'in-doubt'] as const;
  const list = Array.from({ length: count }, (_, i) => ({
    id: i,
    chatId: 'a',
    title: i === 1 ? '' : 'Ωδή',
    when: 1_000_000_000_000,
    messages: i,
    bytes: 999 * 40 ** i,
    state: states[i % 3] ?? 'healed',
  }));
  return {
    backups: () => Promise.resolve(list),
    exportBackups: () => Promise.reject(new Error('not asked')),
    deleteBackups: () => Promise.resolve(),
  };
}

function stageScene(what: string, stage: HealingControls['stage'], hasChat = true): Scene {
  return {
    what,
    file: 'healing/stage/stage-view',
    view: 'StageView',
    props: () => ({ controls: controls(stage), caveat: 'Ωχ.', hasChat }),
  };
}

testViews([
  { what: 'no address', file: 'healing/app', view: 'App', props: () => ({ search: '' }) },
  stageScene('choice', { kind: 'start' }),
  stageScene('no choice', { kind: 'start' }, false),
  stageScene('looking', { kind: 'scanning', progress, found: [] }),
  stageScene('found', results),
  stageScene('nothing found', { ...results, result: { ...progress, end: 'done', why: null, unread: [] }, found: [] }),
  stageScene('to try again', { ...results, result: null }),
  stageScene('at work', { kind: 'healing', total: 9, outcomes, found: [], stopping: false }),
  stageScene('stopping', { kind: 'healing', total: 9, outcomes, found: [], stopping: true }),
  stageScene('done', { kind: 'done', outcomes, found: [found] }),
  stageScene('putting back', { kind: 'undoing', backupIds: [1, 2], outcomes, stopping: false }),
  stageScene('put back', { kind: 'undone', backupIds: [1, 2], outcomes }),
  {
    what: 'backups',
    file: 'healing/backups-section',
    view: 'BackupsSection',
    props: () => ({
      of: backupsOf(4),
      host: 'Ω',
      revision: 0,
      undo: { undos: new Map([[0, 'running']]), onUndo: nothing, onUndoAll: nothing },
    }),
  },
  {
    what: 'no backups',
    file: 'healing/backups-section',
    view: 'BackupsSection',
    props: () => ({ of: backupsOf(0), host: 'Ω', revision: 0, undo: null }),
  },
]);
