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

beforeEach(async () => {
  extension = installFakeExtension();
  ran = [];
  answer = null;
  frames.clear();
  fakeBrowser.scripting.executeScript = (async ({ target, files, world }: Injection) => {
    await answer?.();
    if (files) ran.push(`${files.join()} ${world} ${target.tabId}:${target.frameIds?.join()}`);
    return (frames.get(target.tabId) ?? []).map((result, frameId) => ({ frameId, result }));
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
