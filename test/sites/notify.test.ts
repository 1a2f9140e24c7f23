import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import {
  installFakeExtension,
  pageSender,
  privateSender,
  quiet,
  type FakeExtension,
} from '../support/fake-extension-apis.ts';

const SITE = 'http://localhost:3000';
const ASKS = { type: 'waiting', waits: true };
const SAID = {
  type: 'basic',
  title: 'The agent on localhost:3000 waits for you',
  message: 'It asks something before it goes on. Click to see it.',
};

let extension: FakeExtension;
/** The tab in which the agent waits, and one that is in front of it. */
let chat: number;
let other: number;

beforeEach(async () => {
  extension = installFakeExtension();
  await extension.start();
  await quiet();
  ({ id: chat = -1 } = await fakeBrowser.tabs.create({ url: `${SITE}/c/1` }));
  ({ id: other = -1 } = await fakeBrowser.tabs.create({
    url: 'https://news.example/',
    active: true,
  }));
});

afterEach(() => {
  extension.stop();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function say(report: object, sender = pageSender(chat, `${SITE}/c/1`)): Promise<void> {
  void extension.send(report, sender);
  await quiet();
}

/** The ids of what is shown. */
async function shown(): Promise<readonly string[]> {
  return Object.keys((await fakeBrowser.notifications.getAll()) as object);
}

async function inFront(focused: boolean, tabId: number): Promise<void> {
  await fakeBrowser.tabs.update(tabId, { active: true });
  vi.spyOn(fakeBrowser.windows, 'get').mockResolvedValue({ focused } as never);
}

test('a question in a tab behind another is notified of, without a word of the page, until it is answered', async () => {
  await inFront(true, other);
  const create = vi.spyOn(fakeBrowser.notifications, 'create');

  await say({ ...ASKS, command: 'rm -rf canary', host: 'canary.example' });
  expect(create.mock.calls).toEqual([[`waits:${chat}`, expect.objectContaining(SAID)]]);
  expect(JSON.stringify(create.mock.calls)).not.toContain('canary');
  // The next question replaces it, so that a page can fill no screen.
  await say(ASKS);
  expect([create.mock.calls.length, await shown()]).toEqual([2, [`waits:${chat}`]]);

  await say({ type: 'waiting', waits: false });
  expect(await shown()).toEqual([]);
});

test.each([
  ['the tab in front of a window that is used', true, 0],
  ['the tab in front of a window behind others', false, 1],
])('a question in %s', async (_where, focused, count) => {
  await inFront(focused, chat);

  await say(ASKS);

  expect(await shown()).toHaveLength(count);
});

test('nothing is said of a private window, nor at the word of one of our pages', async () => {
  await inFront(true, other);

  await say(ASKS, privateSender(chat, `${SITE}/c/1`));
  await say(ASKS, {
    id: fakeBrowser.runtime.id,
    url: 'chrome-extension://test-extension-id/popup.html',
  });

  expect(await shown()).toEqual([]);
});

test('a press leads to the tab, and a tab that is closed takes its notification along', async () => {
  await inFront(true, other);
  const focus = vi.spyOn(fakeBrowser.windows, 'update').mockResolvedValue({} as never);
  await say(ASKS);

  await fakeBrowser.notifications.onClicked.trigger(`waits:${chat}`);
  await quiet();
  expect(await fakeBrowser.tabs.get(chat)).toMatchObject({ active: true });
  expect(focus.mock.calls.map(([, change]) => change)).toEqual([{ focused: true }]);
  expect(await shown()).toEqual([]);

  await inFront(true, other);
  await say(ASKS);
  await fakeBrowser.tabs.onRemoved.trigger(chat, { windowId: 0, isWindowClosing: false });
  await quiet();
  expect(await shown()).toEqual([]);
});

test('a press opens the window with the question, if there is one for it', async () => {
  await inFront(true, other);
  vi.spyOn(fakeBrowser.windows, 'update').mockResolvedValue({} as never);
  const create = vi.spyOn(fakeBrowser.windows, 'create').mockResolvedValue({} as never);
  let asked: object | null = null;
  vi.spyOn(fakeBrowser.tabs, 'sendMessage').mockImplementation((async (
    tab: number,
    message: { type: string },
  ) => (tab === chat && message.type === 'question' ? asked : null)) as never);
  await say(ASKS);
  // Nobody listens, or an agent is answered elsewhere.
  await fakeBrowser.notifications.onClicked.trigger(`waits:${chat}`);
  await quiet();
  expect(create).not.toHaveBeenCalled();

  asked = { question: {} };
  await fakeBrowser.notifications.onClicked.trigger(`waits:${chat}`);
  await quiet();
  expect(create.mock.calls[0]?.[0]?.url).toMatch(new RegExp(`approval\\.html\\?tab=${chat}$`));
});

test('without the permission there is no such function, and nothing happens', async () => {
  extension.stop();
  const { notifications } = fakeBrowser;
  try {
    Object.assign(fakeBrowser, { notifications: undefined });
    await extension.start();
    await say(ASKS);
    await fakeBrowser.tabs.onRemoved.trigger(chat, { windowId: 0, isWindowClosing: false });
    await quiet();
  } finally {
    Object.assign(fakeBrowser, { notifications });
  }

  expect(await shown()).toEqual([]);
});
