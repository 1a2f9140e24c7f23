/**
 * Views built for somebody who speaks the pseudo-language: what is in no brackets there comes from no catalogue. What
 * chats, sites and servers say is written in Greek letters, to tell it from our words.
 */
import type { ComponentType } from 'preact';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PSEUDO } from './i18n.ts';
import { speak } from './locales.ts';
import { tinyDocument, TinyNode } from './tiny-dom.ts';

export interface Scene {
  readonly what: string;
  /** Imports it; asked only once the language is set. */
  readonly load: () => Promise<object>;
  /** Name of its export. */
  readonly view: string;
  /** Asked only once the language is set, too. */
  readonly props: () => object | Promise<object>;
  /** What it shows of others, such as names of agents and code; what holds another before that one. */
  readonly data?: () => readonly string[] | Promise<readonly string[]>;
}

const OUR_NAMES = ['Stream Fixer', 'Open WebUI', 'Hermes'];
/** The browser writes days. */
const DAYS = /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?\b/g;
/** As their units are written in every language. */
const UNITS = /\b\d[\d.,]* ?(?:kB|MB|ms|s)\b/g;

export function nothing(): void {}

/** Nothing is laid out, so no size changes. */
class Unchanged {
  observe(): void {}
  disconnect(): void {}
}

/** Tests that all words of some views come from a catalogue. To be called once in a file, outside of tests. */
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

/** @returns every text of a view, seen or heard, once it has read what it wants to know */
async function textsOf({ load, view, props }: Scene): Promise<readonly string[]> {
  const { h, render } = await import('preact');
  const { act } = await import('preact/test-utils');
  const View = ((await load()) as Readonly<Record<string, ComponentType<object>>>)[view];
  if (!View) throw new Error(`There is no view ${view}.`);
  const given = await props();
  const root = new TinyNode(1, 'main');
  // It has all of an element that preact asks for.
  const element = root as unknown as Element;
  await act(() => render(h(View, given), element));
  // What it reads arrives a few turns later.
  for (let turn = 0; turn < 20; turn++) await act(() => Promise.resolve());
  const texts = root.texts();
  await act(() => render(null, element));
  return texts;
}

/** @returns what is in no brackets, without what others said */
export function foreignWords(text: string, data: readonly string[]): string {
  const inner = text.replace(/⟦[^⟦⟧]*⟧/g, '');
  if (inner !== text) return foreignWords(inner, data);
  const rest = data.reduce((left, known) => left.replaceAll(known, ''), text);
  return rest.replace(DAYS, '').replace(UNITS, '').trim();
}
