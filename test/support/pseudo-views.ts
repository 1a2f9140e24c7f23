/**
 * Views rendered in the pseudo-language: text without brackets comes from no catalogue. Texts of chats, sites and
 * servers are in Greek letters, to tell them from ours.
 */
import type { ComponentType } from 'preact';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PSEUDO } from './i18n.ts';
import { speak } from './locales.ts';
import { tinyDocument, TinyNode } from './tiny-dom.ts';

export interface Scene {
  readonly what: string;
  /** Its file in `src/pages`, without the ending; loaded only once the language is set. */
  readonly file: string;
  /** Name of its export. */
  readonly view: string;
  /** Also called only once the language is set. */
  readonly props: () => object | Promise<object>;
  /** Foreign texts that it shows, such as names of agents and code; a longer one before any it contains. */
  readonly data?: () => readonly string[] | Promise<readonly string[]>;
}

const OUR_NAMES = ['Stream Fixer', 'Open WebUI', 'Hermes'];
/** The browser formats days. */
const DAYS = /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?\b/g;
/** Written with their units in every language. */
const UNITS = /\b\d[\d.,]* ?(?:kB|MB|ms|s)\b/g;

export function nothing(): void {}

/** There is no layout, so no size changes. */
class Unchanged {
  observe(): void {}
  disconnect(): void {}
}

/** Tests that all words of some views come from a catalogue. Call once per file, outside of tests. */
export function testViews(scenes: readonly Scene[]): void {
  beforeAll(async () => {
    vi.stubGlobal('navigator', { userAgent: 'Ω' });
    vi.stubGlobal('document', tinyDocument);
    vi.stubGlobal('scrollTo', nothing);
    vi.stubGlobal('ResizeObserver', Unchanged);
    vi.stubGlobal('addEventListener', nothing);
    vi.stubGlobal('removeEventListener', nothing);
    await speak(PSEUDO);
    const { fakeBrowser } = await import('wxt/testing/fake-browser');
    vi.spyOn(fakeBrowser.runtime, 'getManifest').mockReturnValue({
      manifest_version: 3,
      name: 'Stream Fixer',
      version: '0.1.0',
    });
  });

  afterAll(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  test.each(scenes)('all words come from a catalogue: $what', async (scene) => {
    const texts = await textsOf(scene);
    const data = [...((await scene.data?.()) ?? []), ...OUR_NAMES];

    expect(texts.some((text) => text.includes('⟦'))).toBe(true);
    expect(texts.filter((text) => /\p{sc=Latin}/u.test(foreignWords(text, data)))).toEqual([]);
  });
}

/** @returns every text of a view, shown or read aloud, once it has loaded its data */
async function textsOf({ file, view, props }: Scene): Promise<readonly string[]> {
  const { h, render } = await import('preact');
  const { act } = await import('preact/test-utils');
  const View = (
    (await import(/* @vite-ignore */ `../../src/pages/${file}.tsx`)) as Readonly<Record<string, ComponentType<object>>>
  )[view];
  if (!View) throw new Error(`There is no view ${view}.`);
  const given = await props();
  const root = new TinyNode(1, 'main');
  // It has everything of an element that preact uses.
  const element = root as unknown as Element;
  await act(() => render(h(View, given), element));
  // Its data arrives a few turns later.
  for (let turn = 0; turn < 20; turn++) await act(() => Promise.resolve());
  const texts = root.texts();
  await act(() => render(null, element));
  return texts;
}

/** @returns the text outside brackets, without foreign texts */
export function foreignWords(text: string, data: readonly string[]): string {
  const inner = text.replace(/⟦[^⟦⟧]*⟧/g, '');
  if (inner !== text) return foreignWords(inner, data);
  const rest = data.reduce((left, known) => left.replaceAll(known, ''), text);
  return rest.replace(DAYS, '').replace(UNITS, '').trim();
}
