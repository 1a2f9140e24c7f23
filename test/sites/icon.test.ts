import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { countsRequest } from '../stats/counts-request.ts';
import {
  installFakeExtension,
  pageSender,
  POPUP,
  quiet,
  type FakeExtension,
} from '../support/fake-extension-apis.ts';
import { badgeText } from '../../src/sites/icon.ts';

const SITE = 'http://localhost:3000';
const ON = '/icon/on-16.png';
const OFF = '/icon/off-16.png';

let extension: FakeExtension;

beforeEach(async () => {
  extension = installFakeExtension();
  extension.granted.add('*://*/*');
  await extension.start();
  await quiet();
});

afterEach(() => {
  extension.stop();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function openTab(url: string): Promise<number> {
  const { id = -1 } = await fakeBrowser.tabs.create({ url });
  return id;
}

/** Reports that the tab loads, or shows, `url`. */
async function load(
  tabId: number,
  url: string | undefined,
  change: { status?: string; url?: string } = { status: 'loading' },
) {
  await fakeBrowser.tabs.onUpdated.trigger(tabId, change as never, { id: tabId, url } as never);
  await quiet();
}

async function shown(tabId: number) {
  return { icon: extension.icons.get(tabId), title: await fakeBrowser.action.getTitle({ tabId }) };
}

test.each([
  [`${SITE}/c/1`, { icon: ON, title: 'Stream Fixer is on for localhost:3000' }],
  ['http://localhost:3001/', { icon: OFF, title: 'Stream Fixer is off for localhost:3001' }],
  ['https://chat.example.com/', { icon: OFF, title: 'Stream Fixer is off for chat.example.com' }],
  ['about:blank', { icon: OFF, title: 'Stream Fixer' }],
  ['https://addons.mozilla.org/', { icon: OFF, title: 'Stream Fixer' }],
  [undefined, { icon: OFF, title: 'Stream Fixer' }],
])('a tab at %s shows %j', async (url, expected) => {
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });

  await load(5, url);

  expect(await shown(5)).toEqual(expected);
});

const TEAL = [15, 118, 110, 255];
const AMBER = [180, 83, 9, 255];

test('the icon asks for attention while an agent waits for a person', async () => {
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });
  const tabId = await openTab(`${SITE}/c/1`);
  const seen = async () => [
    await fakeBrowser.action.getBadgeText({ tabId }),
    await fakeBrowser.action.getBadgeBackgroundColor({ tabId }),
    await fakeBrowser.action.getTitle({ tabId }),
  ];
  const say = async (message: object) => {
    void extension.send(message, pageSender(tabId, `${SITE}/c/1`));
    await quiet();
  };

  await say(countsRequest({ tools: 1 }));
  await say({ type: 'waiting', waits: true });
  expect(await seen()).toEqual([
    '?',
    AMBER,
    'Stream Fixer is on for localhost:3000 · 1 tool · waits for an answer',
  ]);
  await say({ type: 'waiting', waits: false });
  expect(await seen()).toEqual(['1', TEAL, 'Stream Fixer is on for localhost:3000 · 1 tool']);
});

test.each([
  [{ tools: 6, ran: 4, failed: 1 }, '6', TEAL, '6 tools · 1 failed'],
  [{ tools: 1, imitated: 2 }, '3', AMBER, '1 tool · 2 faked calls'],
  [{ tools: 2, refused: 1 }, '2', AMBER, '2 tools · 1 not allowed'],
])(
  'the icon of a page with %j says so, and that of the next page does not',
  async (counts, text, colour, words) => {
    await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });
    const tabId = await openTab(`${SITE}/`);
    await extension.send(countsRequest(counts), pageSender(tabId, `${SITE}/`));
    await quiet();

    expect(await fakeBrowser.action.getBadgeText({ tabId })).toBe(text);
    expect(await fakeBrowser.action.getBadgeBackgroundColor({ tabId })).toEqual(colour);
    expect(await fakeBrowser.action.getTitle({ tabId })).toBe(
      `Stream Fixer is on for localhost:3000 · ${words}`,
    );

    // As browsers do.
    await fakeBrowser.action.setBadgeText({ tabId, text: '' });
    await load(tabId, `${SITE}/c/2`);
    expect(await shown(tabId)).toEqual({
      icon: ON,
      title: 'Stream Fixer is on for localhost:3000',
    });
  },
);

test('a site that is switched off keeps no number on its icon', async () => {
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });
  const tab = await openTab(`${SITE}/`);
  await extension.send(countsRequest({ tools: 3 }), pageSender(tab, `${SITE}/`));
  await quiet();
  await load(tab, `${SITE}/`);
  expect(await fakeBrowser.action.getBadgeText({ tabId: tab })).toBe('3');

  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: false } });
  await quiet();

  expect(await fakeBrowser.action.getBadgeText({ tabId: tab })).toBe('');
});

test('the icon follows a switch in all tabs of the site, and in no others', async () => {
  const [first, second, other] = [
    await openTab(`${SITE}/a`),
    await openTab(`${SITE}/b`),
    await openTab('http://localhost/'),
  ];

  await extension.send({ type: 'site-on', origin: SITE }, POPUP);
  await quiet();
  expect([first, second, other].map((id) => extension.icons.get(id))).toEqual([ON, ON, undefined]);

  await extension.send({ type: 'site-off', origin: SITE }, POPUP);
  await quiet();
  expect([first, second].map((id) => extension.icons.get(id))).toEqual([OFF, OFF]);
});

test('the icon turns grey when the permission is revoked', async () => {
  const tab = await openTab(`${SITE}/`);
  await extension.send({ type: 'site-on', origin: SITE }, POPUP);
  await extension.revoke('*://*/*');
  await quiet();

  expect(await shown(tab)).toEqual({ icon: OFF, title: 'Stream Fixer is off for localhost:3000' });
});

test('the icon turns grey in a tab whose URL the browser no longer reveals', async () => {
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });
  await quiet();
  const tab = await openTab(`${SITE}/`);
  await load(tab, `${SITE}/`);
  expect(extension.icons.get(tab)).toBe(ON);

  vi.spyOn(fakeBrowser.tabs, 'query').mockImplementation(
    () => Promise.resolve([{ id: tab }]) as never,
  );
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: false } });
  await quiet();

  expect(await shown(tab)).toEqual({ icon: OFF, title: 'Stream Fixer' });
});

test('the icon is restored when loading is complete, and unaffected by other events of the tab', async () => {
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });
  await quiet();
  await load(5, `${SITE}/`, { status: 'complete' });
  expect(extension.icons.get(5)).toBe(ON);

  extension.icons.clear();
  await load(5, `${SITE}/`, {});
  expect(extension.icons.size).toBe(0);
});

test.each(['onInstalled', 'onStartup'] as const)(
  'all open tabs get their icon on %s',
  async (event) => {
    await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });
    await quiet();
    const [on, off] = [await openTab(`${SITE}/`), await openTab('http://localhost/')];

    await fakeBrowser.runtime[event].trigger({ reason: 'update' } as never);
    await quiet();

    expect([on, off].map((id) => extension.icons.get(id))).toEqual([ON, OFF]);
  },
);

test('only the tab that is activated gets its icon', async () => {
  const [first, second] = [await openTab(`${SITE}/`), await openTab(`${SITE}/`)];

  await fakeBrowser.tabs.onActivated.trigger({ tabId: first, windowId: 0 });
  await quiet();

  expect([first, second].map((id) => extension.icons.get(id))).toEqual([OFF, undefined]);
});

test('what a tab showed is forgotten with it', async () => {
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });
  const tabId = await openTab(`${SITE}/`);
  void extension.send(countsRequest({ tools: 2 }), pageSender(tabId, `${SITE}/`));
  await quiet();
  const kept = async () =>
    Object.keys(await fakeBrowser.storage.session.get(null)).includes(`icon:${tabId}`);
  expect(await kept()).toBe(true);

  await fakeBrowser.tabs.onRemoved.trigger(tabId, { windowId: 1, isWindowClosing: false });
  await quiet();

  expect(await kept()).toBe(false);
});

test('a tab closed meanwhile is not an error; anything else is', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeBrowser.action.setIcon = () => Promise.reject(new Error('Invalid tab ID: 5'));
  await load(5, `${SITE}/`);
  expect(error).not.toHaveBeenCalled();

  fakeBrowser.action.setIcon = () => Promise.reject(new Error('Failed to fetch'));
  await load(5, `${SITE}/`);
  expect(error).toHaveBeenCalledOnce();
  error.mockRestore();
});

test.each([
  [0, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [5_000_000_000, '99+'],
])('%i calls read "%s" on the icon', (calls, text) => {
  expect(badgeText(calls)).toBe(text);
});

test('the number is white on teal with a contrast of at least 4.5', async () => {
  const [red = 0, green = 0, blue = 0] = await fakeBrowser.action.getBadgeBackgroundColor({});
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });

  expect(await fakeBrowser.action.getBadgeTextColor({})).toBe('#ffffff');
  expect(1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)).toBeGreaterThan(4.5);
});

test('a number on the icon stays when the page only changes its URL', async () => {
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });
  await extension.send(countsRequest({ tools: 2 }), pageSender(5, `${SITE}/`));
  await quiet();
  await load(5, `${SITE}/c/new`, { status: 'loading', url: `${SITE}/c/new` });

  expect(await fakeBrowser.action.getBadgeText({ tabId: 5 })).toBe('2');
});

test.each([
  ['a site that is on', SITE, ON, 'Stream Fixer is on for localhost:3000, embedded in this page'],
  ['a site that is off', 'http://localhost:3001', OFF, 'Stream Fixer is off for dashboard.example'],
  ['nothing that is a site', { origin: SITE }, OFF, 'Stream Fixer is off for dashboard.example'],
])('a tab in whose frames there is %s', async (_, answer, icon, title) => {
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });
  const asked = vi
    .spyOn(fakeBrowser.tabs, 'sendMessage')
    .mockImplementation(() => Promise.resolve(answer) as never);

  await load(5, 'https://dashboard.example/');

  expect(asked.mock.calls).toEqual([[5, { type: 'framed-site' }]]);
  expect(await shown(5)).toEqual({ icon, title });
});

test('the icon follows frames that appear and disappear, and ignores other senders', async () => {
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });
  await quiet();
  vi.spyOn(fakeBrowser.tabs, 'sendMessage').mockImplementation(
    () => Promise.resolve(SITE) as never,
  );
  const sender = pageSender(7, SITE, { frameId: 3 });
  extension.icons.clear();

  void extension.send({ type: 'frame-changed' }, { ...sender, frameId: 0 });
  await quiet();
  expect(extension.icons.size).toBe(0);

  void extension.send(
    { type: 'frame-changed' },
    { ...sender, tab: { ...sender.tab, url: 'https://dashboard.example/' } as typeof sender.tab },
  );
  await quiet();
  expect(extension.icons.get(7)).toBe(ON);
});
