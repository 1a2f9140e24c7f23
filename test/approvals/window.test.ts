import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { listenForLooks, showQuestion } from '../../src/approvals/window.ts';
import { writeSite } from '../../src/settings/store.ts';
import {
  installFakeExtension,
  pageSender,
  POPUP,
  quiet,
  type FakeExtension,
} from '../support/fake-extension-apis.ts';

const SITE = 'http://localhost:3000';
const LOOK = { type: 'look-at-question' };

let extension: FakeExtension;
let chat: number;
/** What was done to windows and tabs, in order. */
let done: unknown[];

/** @param state of the window around the chat */
function fakeWindows(state = 'normal'): void {
  const around = { left: 100, top: 50, width: 1200, height: 900, state };
  vi.spyOn(fakeBrowser.windows, 'get').mockResolvedValue(around as never);
  vi.spyOn(fakeBrowser.windows, 'create').mockImplementation((async (made: { url: string }) => {
    const { url, ...more } = made;
    done.push({ window: pathOf(url), ...more });
    return { tabs: [await fakeBrowser.tabs.create({ url })] };
  }) as never);
  vi.spyOn(fakeBrowser.windows, 'update').mockImplementation((async (
    _id: number,
    change: object,
  ) => {
    done.push(change);
    return {};
  }) as never);
}

function pathOf(url: string): string {
  return url.replace(/^.*\/(?=\w+\.html)/, '');
}

beforeEach(async () => {
  extension = installFakeExtension();
  done = [];
  ({ id: chat = -1 } = await fakeBrowser.tabs.create({ url: `${SITE}/c/1` }));
  fakeWindows();
  await writeSite(SITE, { enabled: true, choices: {} });
  listenForLooks();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function look(sender = pageSender(chat, `${SITE}/c/1`), message: object = LOOK) {
  await extension.send(message, sender);
  await quiet();
}

test('a press beside the reply opens a small window beside the chat, for the page that asks', async () => {
  await look();
  expect(done).toEqual([
    {
      window: `approval.html?tab=${chat}&frame=0`,
      type: 'popup',
      focused: true,
      width: 480,
      height: 420,
      left: 100 + 1200 - 480 - 32,
      top: 50 + 32,
    },
  ]);
});

test('a second press brings the same window to the front, and one in a frame shows its question there', async () => {
  await look();
  await look();
  expect(done.slice(1)).toEqual([{ focused: true }]);

  await look(pageSender(chat, `${SITE}/c/1`, { frameId: 7 }));
  const tabs = await fakeBrowser.tabs.query({});
  expect(tabs.map(({ url = '' }) => pathOf(url)).filter((path) => path.startsWith('appr'))).toEqual(
    [`approval.html?tab=${chat}&frame=7`],
  );
});

test('in Firefox, which calls a new tab about:blank at first, a second press opens no other window', async () => {
  vi.spyOn(fakeBrowser.windows, 'create').mockImplementation((async () => {
    done.push('window');
    return { tabs: [await fakeBrowser.tabs.create({ url: 'about:blank' })] };
  }) as never);
  await Promise.all([look(), look()]);
  await look();

  expect(done.filter((each) => each === 'window')).toHaveLength(1);
  // The page that loads is not loaded again.
  expect((await fakeBrowser.tabs.query({})).map(({ url }) => url)).toContain('about:blank');
});

test.each([
  ['a site that is off', pageSender(7, 'http://localhost:3001/'), LOOK],
  ['another extension', pageSender(7, `${SITE}/`, { id: 'other' }), LOOK],
  ['our own popup', POPUP, LOOK],
  ['another message', pageSender(7, `${SITE}/`), { type: 'waiting', waits: true }],
])('%s opens nothing', async (_what, sender, message) => {
  await look(sender, message);
  expect(done).toEqual([]);
});

test.each([
  ['a full screen', () => fakeWindows('fullscreen')],
  ['a phone', () => {}],
])('on %s it is a tab beside the chat', async (what, prepare) => {
  const { windows } = fakeBrowser;
  const create = vi.spyOn(fakeBrowser.tabs, 'create').mockImplementation((async (made: object) => {
    done.push(made);
    return {};
  }) as never);
  prepare();
  try {
    if (what === 'a phone') Object.assign(fakeBrowser, { windows: undefined });
    await showQuestion(chat, null);
  } finally {
    Object.assign(fakeBrowser, { windows });
  }
  expect(create).toHaveBeenCalledOnce();
  expect(done).toEqual([
    expect.objectContaining({
      url: expect.stringMatching(new RegExp(`approval\\.html\\?tab=${chat}$`)),
      openerTabId: chat,
    }),
  ]);
});

test('where its place would be outside of the screens, the browser chooses one', async () => {
  const create = vi.spyOn(fakeBrowser.windows, 'create');
  create.mockRejectedValueOnce(new Error('Invalid value for bounds.'));
  await showQuestion(chat, 0);
  expect(create.mock.calls.map(([made]) => made?.left)).toEqual([788, undefined]);
});
