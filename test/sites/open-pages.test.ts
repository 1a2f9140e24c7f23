import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import {
  installFakeExtension,
  POPUP,
  quiet,
  type FakeExtension,
} from '../support/fake-extension-apis.ts';

const SITE = 'http://localhost:3000';
const OTHER = 'https://off.example';

interface Injection {
  readonly target: {
    readonly tabId: number;
    readonly allFrames?: boolean;
    readonly frameIds?: readonly number[];
  };
  readonly files?: readonly string[];
  readonly world?: string;
}

let extension: FakeExtension;
let ran: string[];
/** Origins of the frames of each tab, the top one first. */
const frames = new Map<number, readonly string[]>();
let answer: (() => Promise<void>) | null;
/** How often each tab was loaded. */
const loads = new Map<number, number>();

beforeEach(async () => {
  extension = installFakeExtension();
  ran = [];
  answer = null;
  frames.clear();
  loads.clear();
  fakeBrowser.scripting.executeScript = (async ({ target, files, world }: Injection) => {
    await answer?.();
    if (files) ran.push(`${files.join()} ${world} ${target.tabId}:${target.frameIds?.join()}`);
    return (frames.get(target.tabId) ?? []).map((origin, frameId) => ({
      frameId,
      result: `${origin} ${loads.get(target.tabId) ?? 0}`,
    }));
  }) as never;
  await extension.start();
  await quiet();
});

afterEach(() => {
  extension.stop();
  vi.unstubAllEnvs();
});

async function openTab(url: string, ...inside: readonly string[]): Promise<number> {
  const { id = -1 } = await fakeBrowser.tabs.create({ url });
  frames.set(id, [new URL(url).origin, ...inside]);
  return id;
}

/** @returns all scripts, as they are injected. @param where tab and frames, as "tab:frame,frame" */
function allIn(where: string): string[] {
  return [
    `/page-bridge.js ISOLATED ${where}`,
    `/page-hook.js MAIN ${where}`,
    `/page-badges.js ISOLATED ${where}`,
  ];
}

test('a grant injects into open pages of the site and its frames, the bridge first, and nothing else', async () => {
  // Wider than the sites that are on: the browser would allow us everywhere.
  extension.granted.add('*://*/*');
  const tab = await openTab(`${SITE}/c/1`, OTHER, SITE);
  await openTab(`${OTHER}/`, SITE);

  await extension.send({ type: 'site-on', origin: SITE }, POPUP);

  expect(ran).toEqual(allIn(`${tab}:0,2`));
});

test('a grant after the popup has closed injects too, and a revocation does not', async () => {
  const tab = await openTab(`${SITE}/`);
  await extension.send({ type: 'site-on', origin: SITE }, POPUP);
  expect(ran).toEqual([]);

  await extension.grant('http://localhost:3000/*');
  await quiet();
  expect(ran).toEqual(allIn(`${tab}:0`));

  ran = [];
  await extension.revoke('http://localhost:3000/*');
  await quiet();
  expect(ran).toEqual([]);
});

test.each(['page-bridge.js', 'page-hook.js'])(
  'a page that is loaded again while %s is injected gets all scripts in its new document',
  async (file) => {
    extension.granted.add('*://*/*');
    const tab = await openTab(`${SITE}/`);
    answer = () => {
      if (ran.at(-1)?.includes(file)) {
        answer = null;
        loads.set(tab, 1);
        // What was injected so far is gone.
        ran = [];
      }
      return Promise.resolve();
    };

    await extension.send({ type: 'site-on', origin: SITE }, POPUP);

    expect(ran).toEqual(expect.arrayContaining(allIn(`${tab}:0`)));
  },
);

test('a page that is always loading delays nobody for long', async () => {
  extension.granted.add('*://*/*');
  const tab = await openTab(`${SITE}/`);
  answer = () => Promise.resolve(void loads.set(tab, (loads.get(tab) ?? 0) + 1));

  expect(await extension.send({ type: 'site-on', origin: SITE }, POPUP)).toBe(true);
  expect(ran.length).toBeLessThan(12);
});

test('a page that does not answer delays nobody for long', async () => {
  extension.granted.add('*://*/*');
  await openTab(`${SITE}/`);
  answer = () => new Promise(() => {});

  expect(await extension.send({ type: 'site-on', origin: SITE }, POPUP)).toBe(true);
});

test('open pages are joined again when the extension was loaded again, not when its background only starts again', async () => {
  async function restart(): Promise<void> {
    ran = [];
    extension.stop();
    await extension.start();
    await quiet();
  }

  extension.granted.add('*://*/*');
  const tab = await openTab(`${SITE}/c/1`);
  await extension.send({ type: 'site-on', origin: SITE }, POPUP);
  await restart();
  await restart();
  expect(ran).toEqual([]);

  await fakeBrowser.storage.session.clear(); // as an update does
  await restart();
  expect(ran).toEqual(allIn(`${tab}:0`));
});
