import { beforeEach, expect, test, vi } from 'vitest';
import type { Browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createSiteCalls, findSiteTab } from '../../../src/pages/popup/site-tab.ts';

const SITE = 'http://chat.example';
const executeScript = vi.fn<(injection: { target: { tabId: number } }) => Promise<unknown>>();

type Tab = Partial<Browser.tabs.Tab>;

let tabs: Tab[];

beforeEach(() => {
  fakeBrowser.reset();
  executeScript.mockReset();
  executeScript.mockResolvedValue([{ frameId: 0, result: '200\n[1]' }]);
  Object.assign(fakeBrowser.scripting, { executeScript });
  vi.spyOn(fakeBrowser.tabs, 'query').mockImplementation(() => Promise.resolve(tabs as never));
  vi.spyOn(fakeBrowser.tabs, 'get').mockImplementation((id: number) => {
    const tab = tabs.find((one) => one.id === id);
    return tab
      ? Promise.resolve(tab as never)
      : Promise.reject(new Error(`No tab with id: ${id}.`));
  });
});

function tab(id: number, more: Tab = {}): Tab {
  return { id, url: `${SITE}/c/1`, incognito: false, ...more };
}

const FOUND: readonly (readonly [
  what: string,
  open: Tab[],
  named: number | null,
  found: number | 'private' | null,
])[] = [
  ['the one that is named', [tab(1), tab(2)], 2, 2],
  ['the first one, if the named one is gone', [tab(1), tab(2)], 3, 1],
  [
    'none of another site',
    [tab(1, { url: 'http://other.example/' }), tab(2, { url: undefined })],
    1,
    null,
  ],
  ['none that sleeps', [tab(1, { discarded: true })], 1, null],
  ['one that is not private', [tab(1, { incognito: true }), tab(2)], null, 2],
  [
    'no other one for a private one that is named',
    [tab(1, { incognito: true }), tab(2)],
    1,
    'private',
  ],
  ['that only private ones are open', [tab(1, { incognito: true })], null, 'private'],
];

test.each(FOUND)('the tab found for a site: %s', async (_what, open, named, found) => {
  tabs = open;

  expect(await findSiteTab(SITE, named)).toBe(found);
});

const LOST = { status: 0, body: null, lost: true };

test.each([
  ['is closed', [tab(2)]],
  ['shows another site', [tab(1, { url: 'http://other.example/' }), tab(2)]],
  ['sleeps', [tab(1, { discarded: true }), tab(2)]],
])('a call goes through its own tab; when that %s, through none', async (_what, later) => {
  tabs = [tab(1), tab(2)];
  const calls = createSiteCalls(SITE, 1);

  expect(await calls.signedIn({ method: 'GET', path: '/p' })).toMatchObject({
    status: 200,
    body: [1],
  });
  tabs = later;
  expect(await calls.signedIn({ method: 'GET', path: '/p' })).toEqual(LOST);
  expect(await calls.anonymous({ method: 'GET', path: '/p' })).toEqual(LOST);

  expect(executeScript.mock.calls.map(([{ target }]) => target.tabId)).toEqual([1]);
});

test('no call goes through a private tab', async () => {
  tabs = [tab(1, { incognito: true })];

  expect(await createSiteCalls(SITE, 1).signedIn({ method: 'GET', path: '/p' })).toEqual(LOST);
  expect(executeScript).not.toHaveBeenCalled();
});
