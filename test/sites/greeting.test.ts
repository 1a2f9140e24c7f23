import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { PageQuestion } from '../../src/detection/ask-in-page.ts';
import { onlyOpenWebUis } from '../../src/sites/greeting.ts';
import { pageSender, POPUP, privateSender, quiet } from '../support/fake-extension-apis.ts';
import { ADMIN, createOpenWebUiApi, MEMBER, type ApiOptions } from '../support/open-webui-api.ts';
import { COMPANION_ID, COMPANION_NAME, COMPANION_SOURCE } from '../../src/companion/source.ts';
import { SITE } from './fake-popup.ts';
import { extension, install } from './set-up.ts';

const INSTALLED = {
  id: COMPANION_ID,
  name: COMPANION_NAME,
  content: COMPANION_SOURCE,
  is_active: true,
  is_global: true,
};

/** Requests to the server so far. */
let asked: number;

/** Beyond the time in which a line is read. */
function read(): void {
  vi.advanceTimersByTime(10_001);
}

/**
 * The page of the tab belongs to such a server, and somebody is signed in.
 * @param token '' for nobody
 */
function serve(token: string, options: ApiOptions = {}): void {
  const server = createOpenWebUiApi(options);
  vi.spyOn(fakeBrowser.scripting, 'executeScript').mockImplementation((async ({
    args = [],
  }: {
    args?: unknown[];
  }) => {
    const [{ method, path, body, part = [], signedIn }] = args as [PageQuestion];
    asked += 1;
    const { status, body: said } = server.answer({
      method,
      path,
      token: signedIn ? token : null,
      body,
    });
    const told =
      part.reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], said) ??
      null;
    return [{ frameId: 0, result: `${status}\n${JSON.stringify(told)}` }];
  }) as never);
}

function greet(tabId = 1, more: object = {}): Promise<unknown> {
  return extension.send({ type: 'greet' }, pageSender(tabId, `${SITE}/c/1`, more));
}

beforeEach(async () => {
  await install();
  await quiet();
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });
  asked = 0;
});

test.each([
  ['an admin', ADMIN, {}, 'install'],
  ['a member', MEMBER, {}, 'ask-admin'],
  ['a member, beside the companion', MEMBER, { functions: [INSTALLED] }, 'on'],
  ['a member with an agent of their own', MEMBER, { own: ['http://localhost:8642/v1'] }, 'on'],
  ['an admin with an agent of their own', ADMIN, { own: ['http://localhost:8642/v1'] }, 'install'],
  ['an admin, of a version without such filters', ADMIN, { version: '0.5.7' }, 'on'],
])('an Open WebUI greets once, with the next step: %s', async (_, token, options, expected) => {
  serve(token, options);

  expect(await greet()).toBe(expected);
  const once = asked;
  expect(await greet(2)).toBeNull();
  expect(await greet()).toBe(expected);
  read();
  expect([await greet(), await greet(2)]).toEqual([null, null]);
  expect(asked).toBe(once);
  expect(await onlyOpenWebUis([SITE])).toEqual([SITE]);
});

test('of two tabs, one is greeted', async () => {
  serve(ADMIN);
  expect(await Promise.all([greet(1), greet(2)])).toEqual(['install', null]);
});

test('while nobody is signed in, what is missing is not known: it is said later, and the rest not again', async () => {
  serve('');
  expect([await greet(), await greet(2)]).toEqual(['on', null]);
  serve(ADMIN);
  expect([await greet(), await greet(2), await greet()]).toEqual(['install', null, 'install']);
});

test('a tab that is closed while its server is asked changes nothing of what is known', async () => {
  serve('');
  expect(await greet()).toBe('on');
  const known = await fakeBrowser.storage.local.get(`greeted:${SITE}`);
  vi.spyOn(fakeBrowser.scripting, 'executeScript').mockRejectedValue(
    new Error('No tab with id: 1'),
  );
  read();

  expect(await greet()).toBeNull();
  expect(await fakeBrowser.storage.local.get(`greeted:${SITE}`)).toEqual(known);
});

test('any other page says that it is on; a server that was down says later what is missing', async () => {
  vi.spyOn(fakeBrowser.scripting, 'executeScript').mockResolvedValue([
    { frameId: 0, result: '0' },
  ] as never);
  expect([await greet(), await greet(2), await greet()]).toEqual(['on', null, 'on']);
  read();
  expect(await greet()).toBeNull();
  expect(await onlyOpenWebUis([SITE])).toEqual([]);
  serve(ADMIN);
  expect([await greet(), await greet(2)]).toEqual(['install', null]);
  expect(await onlyOpenWebUis([SITE])).toEqual([SITE]);
});

test('where badges are off, nothing is missing', async () => {
  await fakeBrowser.storage.local.set({ settings: { badges: false } });
  serve(ADMIN);
  expect(await greet()).toBe('on');
});

test('a frame, a private window, a page of a site that is off and a page of our own are not greeted', async () => {
  serve(ADMIN);
  expect(await greet(1, { frameId: 3 })).toBeUndefined();
  expect(await extension.send({ type: 'greet' }, privateSender(1, `${SITE}/`))).toBeUndefined();
  expect(await extension.send({ type: 'greet' }, POPUP)).toBeUndefined();
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: false } });
  expect(await greet()).toBeNull();
  expect(asked).toBe(0);
});

test('the button leads to the popup of that tab, as a page', async () => {
  serve(ADMIN);
  expect(await greet(7)).toBe('install');
  void extension.send({ type: 'show-companion' }, pageSender(7, `${SITE}/`));
  await quiet();
  // It has been read.
  expect(await greet(7)).toBeNull();
  expect((await fakeBrowser.tabs.query({})).at(-1)?.url).toContain(
    '/popup.html?tab=7&step=install',
  );
});
