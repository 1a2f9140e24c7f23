import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { healingAddress } from '../../src/healing/address.ts';
import { MAX_PAGES, showHealingPage } from '../../src/healing/show-page.ts';

const SITE = 'http://localhost:3000';
const BASE = fakeBrowser.runtime.getURL('/');

interface FakeTab {
  readonly id: number;
  readonly windowId: number;
  readonly url: string;
  readonly pendingUrl?: string;
}

let tabs: FakeTab[];
/** What was done, in order. */
let done: string[];

beforeEach(() => {
  fakeBrowser.reset();
  tabs = [{ id: 1, windowId: 1, url: `${SITE}/c/chat-1` }];
  done = [];
  vi.spyOn(fakeBrowser.tabs, 'query').mockImplementation(async () => tabs as never);
  vi.spyOn(fakeBrowser.tabs, 'create').mockImplementation(async ({ url = '' }) => {
    // As Chromium describes a tab that was just opened.
    tabs.push({ id: tabs.length + 1, windowId: 2, url: '', pendingUrl: url });
    done.push(`open ${url.replace(BASE, '')}`);
    return {} as never;
  });
  vi.spyOn(fakeBrowser.tabs, 'update').mockImplementation(
    (async (id: number) => void done.push(`show ${id}`)) as never,
  );
  vi.spyOn(fakeBrowser.windows, 'update').mockImplementation(
    (async (id: number) => void done.push(`window ${id}`)) as never,
  );
});

function ask(chat: string, site = SITE): Promise<void> {
  return showHealingPage({ tab: 1, site, chat });
}

test('a page that is open for the chat comes to the front, in its window; no second one is opened', async () => {
  await ask('chat-1');
  await ask('chat-1');
  tabs = tabs.map((tab) => ({ ...tab, url: tab.pendingUrl ?? tab.url, pendingUrl: undefined }));
  await ask('chat-1');
  expect(done).toEqual([
    `open ${healingAddress({ tab: 1, site: SITE, chat: 'chat-1' })}`,
    'show 2',
    'window 2',
    'show 2',
    'window 2',
  ]);
});

test('whatever chats a site names, it gets a limited number of pages', async () => {
  for (let i = 0; i < 50; i++) await ask(`chat-${i}`);
  expect(done.filter((line) => line.startsWith('open'))).toHaveLength(MAX_PAGES);
  expect(done.at(-1)).toBe('window 2');
});

test('pages of other sites, even with a common prefix, count separately', async () => {
  for (let i = 0; i < 3; i++) await ask(`chat-${i}`, `${SITE}1`);
  await ask('chat-1');
  expect(done.at(-1)).toBe(`open ${healingAddress({ tab: 1, site: SITE, chat: 'chat-1' })}`);
});
