import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { countsRequest } from './counts-request.ts';
import { extension, popup } from '../sites/set-up.ts';
import { pageSender, POPUP, privateSender, quiet } from '../support/fake-extension-apis.ts';
import { addDays, KEPT_DAYS, today } from '../../src/stats/calendar.ts';
import { readChats } from '../../src/stats/chats.ts';
import {
  figuresKey,
  NO_COUNTS,
  readFigures,
  type Counts,
  type Figures,
} from '../../src/stats/figures.ts';
import { MAX_WARNINGS, readWarnings } from '../../src/stats/warnings.ts';

const SITE = 'http://localhost:3000';
const OTHER = 'https://chat.example.com';
const PAGE = pageSender(1, `${SITE}/c/1`);
const SOME: Counts = { markers: 3, tools: 2, imitated: 1 };
const NOON = new Date('2026-11-23T12:00:00');

beforeEach(async () => {
  vi.setSystemTime(NOON);
  extension.granted.add('*://*/*');
  await fakeBrowser.storage.local.set({
    [`site:${SITE}`]: { enabled: true },
    [`site:${OTHER}`]: { enabled: true },
  });
  await quiet();
});

async function report(counts: Partial<Counts>, sender = PAGE, repairs = 0): Promise<unknown> {
  const answer = await extension.send(countsRequest(counts, { repairs }), sender);
  await quiet();
  return answer;
}

async function warn(
  message: string,
  dismissed: boolean | null = null,
  sender = PAGE,
): Promise<void> {
  await extension.send({ type: 'faked-call', message, dismissed }, sender);
  await quiet();
}

async function figuresOf(origin: string): Promise<Figures> {
  return readFigures((await fakeBrowser.storage.local.get(figuresKey(origin)))[figuresKey(origin)]);
}

async function countsOf(origin: string): Promise<Counts> {
  return (await figuresOf(origin)).counts;
}

async function warningsOf(origin: string): Promise<string[]> {
  return (await readWarnings(origin)).map(({ message, dismissed }) =>
    dismissed ? `(${message})` : message,
  );
}

async function kept(prefix = ''): Promise<string[]> {
  return Object.keys(await fakeBrowser.storage.local.get(null)).filter(
    (key) => key.startsWith(prefix) && !key.startsWith('site:') && key !== 'data-version',
  );
}

/** @returns the numbers on the icons of the first two tabs */
async function icons(): Promise<string[]> {
  return Promise.all([1, 2].map((tabId) => fakeBrowser.action.getBadgeText({ tabId })));
}

test('what a page tells is added to its site and to its day, and nobody answers', async () => {
  expect(await report(SOME, PAGE, 3)).toBeUndefined();
  await report(SOME, pageSender(1, `${SITE}/c/2`), 5);
  await report(NO_COUNTS, pageSender(3, `${OTHER}/`), 1);

  expect(await figuresOf(SITE)).toMatchObject({
    counts: { markers: 6, tools: 4, imitated: 2 },
    days: { '2026-11-23': { markers: 6, tools: 4, imitated: 2 } },
    repairs: 8,
  });
  expect(await figuresOf(OTHER)).toMatchObject({ days: {}, repairs: 1 });
});

test('calls of chats, their times, and a server that proves to be Hermes are kept', async () => {
  const times = { terminal: { calls: 1, sum: 50, longest: 50, last: today() } };
  const chats = [{ chat: 'a', calls: 2, imitated: 1 }];
  await extension.send(countsRequest(SOME, { times, chats, hermes: ['m', 'n'] }), PAGE);
  await quiet();

  expect((await figuresOf(SITE)).times).toEqual(times);
  expect(await readChats(SITE)).toMatchObject([{ chat: 'a', before: { calls: 2, imitated: 1 } }]);
  expect(await kept('hermes:')).toEqual([`hermes:${SITE}`]);
});

test('simultaneous messages of several tabs are all counted', async () => {
  await Promise.all([1, 2, 3].map((tab) => report(SOME, pageSender(tab, `${SITE}/`))));

  expect(await countsOf(SITE)).toEqual({ markers: 9, tools: 6, imitated: 3 });
});

test('a message whose counts cannot be written is lost, and the next one is counted', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const write = vi
    .spyOn(fakeBrowser.storage.local, 'set')
    .mockRejectedValueOnce(new Error('No space.') as never);
  await report(SOME);
  write.mockRestore();
  await report(SOME);

  expect(error).toHaveBeenCalledOnce();
  expect(await countsOf(SITE)).toEqual(SOME);
  error.mockRestore();
});

test('nothing is kept of a site that is off, of a private window, or of anything but a page of the site', async () => {
  const senders = [
    pageSender(1, 'http://localhost:3001/'),
    pageSender(1, 'https://localhost:3000/'),
    pageSender(1, `${SITE}/`, { frameId: undefined }),
    pageSender(1, `${SITE}/`, { tab: undefined }),
    pageSender(1, `${SITE}/`, { id: 'other' }),
    pageSender(1, `${SITE}/`, { url: undefined }),
    pageSender(1, `blob:${SITE}/1-2-3`),
    POPUP,
    privateSender(2, `${SITE}/`),
  ];
  for (const sender of senders) {
    await report(SOME, sender, 2);
    await warn('a1', null, sender);
  }

  expect(await kept()).toEqual([]);
  // The icon of a private window shows its calls.
  expect(await icons()).toEqual(['', '3']);
});

test('a frame counts for its own site, and a site named in the message is ignored', async () => {
  const tab = { ...PAGE.tab, url: 'https://dashboard.example/' } as typeof PAGE.tab;
  await extension.send(
    { ...countsRequest(SOME), origin: OTHER, site: OTHER },
    pageSender(1, `${SITE}/`, { frameId: 5, tab }),
  );
  await quiet();

  expect(await countsOf(SITE)).toEqual(SOME);
  expect(await kept('counts:')).toEqual([figuresKey(SITE)]);
});

test('a flooding tab is admitted ten times a second, whatever it sends, and other tabs as before', async () => {
  const write = vi.spyOn(fakeBrowser.storage.local, 'set');
  for (let second = 0; second < 3; second += 1) {
    for (let i = 0; i < 5; i += 1) void extension.send('rubbish', PAGE);
    for (let i = 0; i < 500; i += 1) void extension.send(countsRequest({ markers: 1 }), PAGE);
    void extension.send(countsRequest({ tools: 1 }), pageSender(2, `${SITE}/`));
    await quiet();
    vi.advanceTimersByTime(1000);
  }

  expect(await countsOf(SITE)).toEqual({ markers: 15, tools: 3, imitated: 0 });
  expect(write.mock.calls.length).toBeLessThan(24);
});

test('a page that makes things up does not fill the storage', async () => {
  const long = 'x'.repeat(1000);
  for (let round = 0; round < 12; round += 1) {
    const names = Array.from({ length: 200 }, (_, i) => `${round} ${i} ${long}`);
    const all = Object.fromEntries(names.map((name) => [name, 1e15]));
    const time = { calls: 1e15, sum: 1e15, longest: 1e15, last: today(), more: long };
    const made = {
      type: 'counts',
      counts: { markers: 1e15, [long]: 1 },
      times: Object.fromEntries(names.map((name) => [name, time])),
      repairs: 1e15,
      findings: names.map((server) => ({ server, repairs: all })),
      chats: names.map((chat) => ({ chat: chat.slice(0, 200), calls: 1, imitated: 5, more: long })),
      recent: all,
    };
    await extension.send(made, PAGE);
    await quiet();
    vi.advanceTimersByTime(1000);
  }

  const { repairs, counts } = await figuresOf(SITE);
  expect(repairs).toBe(1_200_000);
  expect(counts.markers).toBe(1_200_000);
  expect((await readChats(SITE)).length).toBe(200);
  expect(JSON.stringify(await fakeBrowser.storage.local.get(null)).length).toBeLessThan(100_000);
});

test('the icon shows the tool calls of the page in its tab, and no markers', async () => {
  await report(SOME);
  await report({ tools: 1 }, pageSender(1, `${SITE}/c/new`));
  await report({ markers: 40 }, pageSender(2, `${SITE}/`));
  expect(await icons()).toEqual(['4', '']);

  extension.stop();
  await extension.start();
  await report({ imitated: 1 });
  await report({ tools: 120 }, pageSender(2, `${SITE}/`));
  await report({ tools: 1 }, pageSender(2, `${SITE}/`));
  expect(await icons()).toEqual(['5', '99+']);
});

test('what a closing tab sent is counted', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const gone = new Error('No tab with id: 1.');
  const badge = vi.spyOn(fakeBrowser.action, 'setBadgeText').mockRejectedValue(gone as never);
  await report(SOME);
  await report(SOME);

  expect(await countsOf(SITE)).toEqual({ markers: 6, tools: 4, imitated: 2 });
  expect(error).not.toHaveBeenCalled();
  badge.mockRestore();
  error.mockRestore();
});

test('requests of our own pages are accepted from them alone', async () => {
  await report(SOME);
  const requests = [
    { type: 'healed', origin: SITE, chat: 'a' },
    { type: 'unhealed', origin: SITE, chat: 'a' },
    { type: 'forget-figures', origin: null },
  ];
  for (const request of requests) expect(await extension.send(request, PAGE)).toBeUndefined();
  expect(await readChats(SITE)).toEqual([]);
  expect(await countsOf(SITE)).toEqual(SOME);

  const answers: unknown[] = [];
  const healed: unknown[] = [];
  for (const request of requests) {
    answers.push(await extension.send(request, POPUP));
    healed.push((await readChats(SITE)).map((chat) => chat.healed));
  }
  expect(answers).toEqual([true, true, true]);
  expect(healed).toEqual([[Date.now()], [null], []]);
  expect(await kept()).toEqual([]);
});

test('the statistics of one site are deleted with its warnings, and then those of all', async () => {
  for (const [tab, site] of [SITE, OTHER, `${SITE}0`].entries()) {
    await fakeBrowser.storage.local.set({ [`site:${site}`]: { enabled: true } });
    const sender = pageSender(tab, `${site}/`);
    await extension.send(
      countsRequest(SOME, { hermes: ['m'], chats: [{ chat: 'a', calls: 1, imitated: 0 }] }),
      sender,
    );
    await warn('a1', null, sender);
  }
  expect(await kept()).toHaveLength(12);

  await extension.send({ type: 'forget-figures', origin: SITE }, POPUP);
  expect((await kept()).toSorted()).toEqual(
    [OTHER, `${SITE}0`]
      .flatMap((site) => ['chats:', 'counts:', 'hermes:', 'warned:'].map((key) => key + site))
      .toSorted(),
  );
  await extension.send({ type: 'forget-figures', origin: null }, POPUP);
  expect(await kept()).toEqual([]);
});

test('old days, tools and warnings are deleted with the first report of a new day, and when the browser starts', async () => {
  const old = addDays(today(), -KEPT_DAYS);
  const stored = {
    ...SOME,
    recent: { [old]: SOME },
    times: { terminal: { calls: 1, sum: 1, longest: 1, last: old } },
  };
  async function plant(): Promise<void> {
    const warnings = ['a1', 'a2'].map((message, i) => ({
      message,
      day: addDays(old, i),
      dismissed: false,
    }));
    await fakeBrowser.storage.local.set({
      [figuresKey(OTHER)]: stored,
      [`warned:${OTHER}`]: warnings,
      [`warned:${SITE}`]: warnings.slice(0, 1),
    });
  }
  async function expectTidy(): Promise<void> {
    const all = await fakeBrowser.storage.local.get(null);
    expect(all[figuresKey(OTHER)]).toEqual({ ...SOME, recent: {}, times: {}, repairs: 0 });
    expect(all[`warned:${OTHER}`]).toMatchObject([{ message: 'a2' }]);
    expect(all).not.toHaveProperty([`warned:${SITE}`]);
  }

  await plant();
  await report(SOME);
  await expectTidy();
  await plant();
  await report(SOME);
  expect(await figuresKeyOf(OTHER)).toEqual(stored);
  await fakeBrowser.runtime.onStartup.trigger();
  await quiet();
  await expectTidy();
});

async function figuresKeyOf(origin: string): Promise<unknown> {
  return (await fakeBrowser.storage.local.get(figuresKey(origin)))[figuresKey(origin)];
}

test('of a faked call only the id of its message is kept, once, dismissed or not as last reported', async () => {
  await warn('a1');
  await warn('b1', null, pageSender(2, `${OTHER}/c/1`));
  await warn('a2', true);
  await warn('a1', true);
  // The same faked call, seen by another tab.
  await warn('a1');
  await warn('<b>');

  expect(await warningsOf(OTHER)).toEqual(['b1']);
  expect((await fakeBrowser.storage.local.get(`warned:${SITE}`))[`warned:${SITE}`]).toEqual([
    { message: 'a1', day: '2026-11-23', dismissed: true },
    { message: 'a2', day: '2026-11-23', dismissed: true },
  ]);
  await warn('a1', false);
  expect(await warningsOf(SITE)).toEqual(['a1', '(a2)']);
});

test('a page that floods fills only its own list of warnings, and slowly', async () => {
  await Promise.all(Array.from({ length: 500 }, (_, i) => warn(`flood-${i}`)));
  expect((await warningsOf(SITE)).length).toBeLessThanOrEqual(10);

  for (let i = 0; i < MAX_WARNINGS + 20; i += 1) {
    vi.advanceTimersByTime(1000);
    await warn(`slow-${i}`);
  }
  expect((await warningsOf(SITE)).at(-1)).toBe(`slow-${MAX_WARNINGS + 19}`);
  expect(await warningsOf(SITE)).toHaveLength(MAX_WARNINGS);
  expect(await kept('warned:')).toEqual([`warned:${SITE}`]);
});

test('the warnings of a site that is switched off, or whose access is withdrawn, are forgotten', async () => {
  await warn('a1');
  await warn('b1', null, pageSender(2, `${OTHER}/`));

  await popup.switchOff(SITE);
  await quiet();
  expect(await kept('warned:')).toEqual([`warned:${OTHER}`]);

  await extension.revoke('*://*/*');
  await quiet();
  expect(await kept('warned:')).toEqual([]);
});
