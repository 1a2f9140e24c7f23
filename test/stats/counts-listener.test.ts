import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { countsRequest } from './counts-request.ts';
import { extension } from '../sites/set-up.ts';
import { pageSender, POPUP, privateSender, quiet } from '../support/fake-extension-apis.ts';
import type { Counts, DayFigures } from '../../src/stats/day.ts';
import type { Findings } from '../../src/stats/findings.ts';
import { readChats, readDays, readTotals } from '../../src/stats/read-figures.ts';

const SITE = 'http://localhost:3000';
const OTHER = 'https://chat.example.com';
const ZERO: Counts = { markers: 0, tools: 0, imitated: 0 };
const SOME: Counts = { markers: 3, tools: 2, imitated: 1 };

beforeEach(async () => {
  extension.granted.add('*://*/*');
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true }, [`site:${OTHER}`]: { enabled: true } });
  await quiet();
});

function report(
  figures: Partial<DayFigures>,
  sender = pageSender(1, `${SITE}/c/1`),
  findings: readonly Findings[] = [],
): Promise<unknown> {
  return extension.send(countsRequest(figures, findings), sender);
}

function found(server: string, done: number, more: Partial<Findings> = {}): Findings {
  return { server, repairs: { done }, events: 0, unknown: {}, ...more };
}

async function countsOf(origin: string): Promise<Counts> {
  return (await readTotals(origin)).counts;
}

async function storedFigures(): Promise<string[]> {
  return Object.keys(await fakeBrowser.storage.local.get(null)).filter((key) => !key.startsWith('site:'));
}

test('findings are added to their site by kind of server, even if there is nothing else to count', async () => {
  await report(ZERO, pageSender(1, `${SITE}/`), [found('hermes', 2, { events: 3 }), found('ollama', 1)]);
  await report(SOME, pageSender(2, `${SITE}/`), [found('hermes', 5, { unknown: { tick: 1 } })]);
  await report(ZERO, pageSender(3, `${OTHER}/`), [found('', 1)]);
  await quiet();

  const { counts, findings } = await readTotals(SITE);
  expect(findings).toEqual([found('hermes', 7, { events: 3, unknown: { tick: 1 } }), found('ollama', 1)]);
  expect(counts).toEqual(SOME);
  expect((await readTotals(OTHER)).findings).toEqual([found('', 1)]);
});

test("a page's report is added to its site and to its day", async () => {
  await report({ ...SOME, replies: 1, bytes: 90, times: { terminal: { calls: 1, sum: 50, longest: 50 } } });
  await report({ tools: 1, times: { terminal: { calls: 1, sum: 70, longest: 70 } } }, pageSender(1, `${SITE}/c/2`));
  await report(SOME, pageSender(2, `${OTHER}/`));
  await quiet();

  expect(await countsOf(SITE)).toEqual({ markers: 3, tools: 3, imitated: 1 });
  expect(await countsOf(OTHER)).toEqual(SOME);
  const [today] = await readDays(SITE, 1);
  expect(today?.figures).toMatchObject({
    replies: 1,
    tools: 3,
    bytes: 90,
    times: { terminal: { calls: 2, sum: 120, longest: 70 } },
  });
});

test('two simultaneous reports of two tabs are both counted', async () => {
  await Promise.all([report(SOME, pageSender(1, `${SITE}/`)), report(SOME, pageSender(2, `${SITE}/`))]);
  await quiet();

  expect(await countsOf(SITE)).toEqual({ markers: 6, tools: 4, imitated: 2 });
});

test('a page gets the number of its last batch once that is written', async () => {
  const write = vi.spyOn(fakeBrowser.storage.local, 'set');
  const request = countsRequest(SOME);
  expect(
    await extension.send(
      { ...request, batches: request.batches.map((batch) => ({ ...batch, number: 41 })) },
      pageSender(1, `${SITE}/`),
    ),
  ).toBe(41);
  expect(write.mock.calls.some(([items]) => `counts:${SITE}` in (items as object))).toBe(true);
});

test('the same batch is counted once, however often it is sent', async () => {
  const request = countsRequest(SOME);
  const sender = pageSender(1, `${SITE}/`);
  expect(await Promise.all([extension.send(request, sender), extension.send(request, sender)])).toEqual([1, 1]);
  expect(
    await extension.send({ ...request, batches: [...request.batches, { ...request.batches[0], number: 2 }] }, sender),
  ).toBe(2);
  await quiet();

  expect(await countsOf(SITE)).toEqual({ markers: 6, tools: 4, imitated: 2 });
  expect(await fakeBrowser.action.getBadgeText({ tabId: 1 })).toBe('6');
});

test('a page whose batch could not be written gets no answer, and may send it again', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const write = vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValueOnce(new Error('No space.') as never);
  const request = countsRequest(SOME);
  expect(await extension.send(request, pageSender(1, `${SITE}/`))).toBeNull();
  write.mockRestore();
  expect(await extension.send(request, pageSender(1, `${SITE}/`))).toBe(1);

  expect(error).toHaveBeenCalledOnce();
  expect(await countsOf(SITE)).toEqual(SOME);
  error.mockRestore();
});

test('nothing is counted for a site that is off, and nothing need be sent again', async () => {
  expect(await report(SOME, pageSender(1, 'http://localhost:3001/'), [found('hermes', 2)])).toBe(1);
  await quiet();

  expect(await storedFigures()).toEqual([]);
});

test('nothing is written for a private window, nothing need be sent again, and its icon shows the calls', async () => {
  expect(await report(SOME, privateSender(1, `${SITE}/`), [found('hermes', 2)])).toBe(1);
  await report(SOME, privateSender(1, `${SITE}/`));
  expect(await report(SOME, privateSender(2, 'http://localhost:3001/'))).toBe(1);
  await quiet();

  expect(await storedFigures()).toEqual([]);
  expect(await fakeBrowser.action.getBadgeText({ tabId: 1 })).toBe('6');
  expect(await fakeBrowser.action.getBadgeText({ tabId: 2 })).toBe('');
});

test.each([
  ['the same host by another scheme', pageSender(1, 'https://localhost:3000/'), 1],
  ['a frame the browser says nothing of', pageSender(1, `${SITE}/`, { frameId: undefined }), undefined],
  ['no tab', pageSender(1, `${SITE}/`, { tab: undefined }), undefined],
  ['another extension', pageSender(1, `${SITE}/`, { id: 'other' }), undefined],
  ['an unknown address', pageSender(1, `${SITE}/`, { url: undefined }), undefined],
  ['a blob of the site', pageSender(1, `blob:${SITE}/1-2-3`), undefined],
  ['the popup', POPUP, undefined],
])('a report from %s is not counted', async (_, sender, answer) => {
  expect(await report(SOME, sender)).toBe(answer);
  await quiet();

  expect(await storedFigures()).toEqual([]);
  expect(await fakeBrowser.storage.session.get(null)).toEqual({});
});

test('a report from a frame is counted for the site of the frame', async () => {
  const sender = pageSender(1, `${SITE}/`, { frameId: 5 });
  await report(SOME, { ...sender, tab: { ...sender.tab, url: 'https://dashboard.example/' } as typeof sender.tab });
  await quiet();

  const kept = await storedFigures();
  expect(kept).toContain(`counts:${SITE}`);
  expect(kept.join()).not.toContain('dashboard');
});

test('a site named in the message is ignored', async () => {
  await extension.send({ ...countsRequest(SOME), origin: OTHER, site: OTHER }, pageSender(1, `${SITE}/`));
  await quiet();

  expect(await countsOf(OTHER)).toEqual(ZERO);
  expect(await countsOf(SITE)).toEqual(SOME);
});

test('invalid requests are neither answered nor counted', async () => {
  expect(await extension.send('rubbish', pageSender(1, `${SITE}/`))).toBeUndefined();
  expect(await extension.send({ ...countsRequest(SOME), page: 'x' }, pageSender(1, `${SITE}/`))).toBeUndefined();
  await quiet();

  expect(await storedFigures()).toEqual([]);
});

test('a flooding tab is admitted ten times a second, and other tabs as before', async () => {
  const write = vi.spyOn(fakeBrowser.storage.local, 'set');
  for (let second = 0; second < 3; second += 1) {
    for (let message = 0; message < 500; message += 1) void report({ markers: 1 }, pageSender(1, `${SITE}/`));
    void report({ tools: 1 }, pageSender(2, `${SITE}/`));
    await quiet();
    vi.advanceTimersByTime(1000);
  }

  expect(await countsOf(SITE)).toEqual({ markers: 30, tools: 3, imitated: 0 });
  expect(write.mock.calls.length).toBe(33);
});

test('invalid messages count towards the flood too', async () => {
  for (let message = 0; message < 10; message += 1) void extension.send('rubbish', pageSender(1, `${SITE}/`));
  expect(await report(SOME)).toBeUndefined();
  await quiet();

  expect(await countsOf(SITE)).toEqual(ZERO);
});

test('a page that makes things up does not fill the storage', async () => {
  const long = 'x'.repeat(1000);
  for (let round = 0; round < 12; round += 1) {
    const names = Array.from({ length: 200 }, (_, i) => `${round} ${i} ${long}`);
    const all = Object.fromEntries(names.map((name) => [name, 1e15]));
    const times = Object.fromEntries(
      names.map((name) => [name, { calls: 1e15, sum: 1e15, longest: 1e15, more: long }]),
    );
    const findings = names.map((server) => ({ server, repairs: { done: 1e15, ...all }, events: 1e15, unknown: all }));
    const figures = { ...ZERO, markers: 1e15, repairs: all, times, text: long };
    const days = [-5000, -2, 0, 2, 5000, 9].map((away) => ({
      day: new Date(Date.now() + away * 86_400_000).toISOString().slice(0, 10),
      figures,
      chats: names.map((chat) => ({ chat: chat.slice(0, 200), calls: 1, imitated: 5, more: long })),
    }));
    await extension.send(
      { type: 'counts', page: String(round).padStart(16, '0'), batches: [{ number: 1, days, findings, more: long }] },
      pageSender(1, `${SITE}/`),
    );
    await quiet();
    vi.advanceTimersByTime(1000);
  }

  const { findings } = await readTotals(SITE);
  expect(findings.map(({ server, repairs }) => ({ server, repairs: Object.keys(repairs) }))).toEqual([
    { server: '', repairs: ['done'] },
  ]);
  const stored = await fakeBrowser.storage.local.get(null);
  expect(Object.keys(stored).filter((key) => key.startsWith('day:')).length).toBe(3);
  expect((await readChats(SITE)).length).toBe(200);
  expect(JSON.stringify(stored).length).toBeLessThan(100_000);
});

test('the icon shows the tool calls of the page in its tab', async () => {
  await report(SOME, pageSender(1, `${SITE}/`));
  await report({ tools: 1 }, pageSender(1, `${SITE}/c/new`));
  await report({ imitated: 1 }, pageSender(2, `${SITE}/`));
  await quiet();

  expect(await fakeBrowser.action.getBadgeText({ tabId: 1 })).toBe('4');
  expect(await fakeBrowser.action.getBadgeText({ tabId: 2 })).toBe('1');
});

test('markers removed from old history put no number on the icon', async () => {
  await report({ markers: 40 });
  await quiet();

  expect(await fakeBrowser.action.getBadgeText({ tabId: 1 })).toBe('');
});

test('the number survives a stopped background and starts over with another page', async () => {
  await report(SOME);
  await quiet();
  extension.stop();
  await extension.start();
  await report(SOME);
  await quiet();
  expect(await fakeBrowser.action.getBadgeText({ tabId: 1 })).toBe('6');

  await report(SOME, pageSender(1, `${SITE}/`, { documentId: 'next page' }));
  await quiet();
  expect(await fakeBrowser.action.getBadgeText({ tabId: 1 })).toBe('3');
});

test('a page that changes its own URL keeps its number', async () => {
  await report(SOME);
  await quiet();
  await fakeBrowser.tabs.onUpdated.trigger(1, { status: 'loading', url: `${SITE}/c/new` }, { id: 1 } as never);
  await report(SOME, pageSender(1, `${SITE}/c/new`));
  await quiet();

  expect(await fakeBrowser.action.getBadgeText({ tabId: 1 })).toBe('6');
});

test('if the browser has no document ids, the number starts over when the tab loads', async () => {
  const sender = pageSender(1, `${SITE}/`, { documentId: undefined });
  await report(SOME, sender);
  await report(SOME, sender);
  await quiet();
  expect(await fakeBrowser.action.getBadgeText({ tabId: 1 })).toBe('6');

  await fakeBrowser.tabs.onUpdated.trigger(1, { status: 'loading' }, { id: 1 } as never);
  await report(SOME, sender);
  await quiet();
  expect(await fakeBrowser.action.getBadgeText({ tabId: 1 })).toBe('3');
});

test('a closed tab leaves nothing behind', async () => {
  await report(SOME);
  await quiet();
  expect(await fakeBrowser.storage.session.get(null)).toHaveProperty(['tab:1']);

  await fakeBrowser.tabs.onRemoved.trigger(1, { isWindowClosing: false, windowId: 0 });
  await quiet();
  expect(await fakeBrowser.storage.session.get(null)).toEqual({});
});

test('what a closing tab sent is counted, and leaves nothing of the tab behind', async () => {
  vi.spyOn(fakeBrowser.tabs, 'get').mockRejectedValueOnce(new Error('No tab with id: 1.') as never);
  await report(SOME);
  await quiet();

  expect(await countsOf(SITE)).toEqual(SOME);
  expect(await fakeBrowser.storage.session.get(null)).toEqual({});
});

test('the total is kept even when the tab was closed before its icon could show it', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const badge = vi
    .spyOn(fakeBrowser.action, 'setBadgeText')
    .mockRejectedValue(new Error('No tab with id: 1.') as never);
  await report(SOME);
  await report(SOME);
  await quiet();

  expect(await countsOf(SITE)).toEqual({ markers: 6, tools: 4, imitated: 2 });
  expect(error).not.toHaveBeenCalled();
  badge.mockRestore();
  error.mockRestore();
});

test('requests of our own pages are accepted from them alone', async () => {
  await report(SOME);
  expect(
    await extension.send({ type: 'healed', origin: SITE, chats: ['a'] }, pageSender(1, `${SITE}/`)),
  ).toBeUndefined();
  expect(await extension.send({ type: 'forget-figures', origin: null }, pageSender(1, `${SITE}/`))).toBeUndefined();
  expect(await readChats(SITE)).toEqual([]);
  expect(await countsOf(SITE)).toEqual(SOME);

  expect(await extension.send({ type: 'healed', origin: SITE, chats: ['a'] }, POPUP)).toBe(true);
  expect((await readChats(SITE)).map(({ chat, healed }) => [chat, healed])).toEqual([['a', Date.now()]]);
  expect(
    await extension.send({ type: 'unhealed', origin: SITE, chats: ['a'] }, pageSender(1, `${SITE}/`)),
  ).toBeUndefined();
  expect(await extension.send({ type: 'unhealed', origin: SITE, chats: ['a'] }, POPUP)).toBe(true);
  expect((await readChats(SITE)).map(({ chat, healed }) => [chat, healed])).toEqual([['a', null]]);
  expect(await extension.send({ type: 'forget-figures', origin: SITE }, POPUP)).toBe(true);
  expect(await storedFigures()).toEqual([]);
});

test('old days are deleted with the first report of a new day, and when the browser starts', async () => {
  const old = `day:${OTHER}:2020-01-01`;
  await report(SOME);
  await fakeBrowser.storage.local.set({ [old]: { markers: 1 } });
  vi.setSystemTime(Date.now() + 86_400_000);
  await report(SOME);
  await quiet();
  expect(await storedFigures()).not.toContain(old);

  await fakeBrowser.storage.local.set({ [old]: { markers: 1 } });
  await report(SOME);
  await quiet();
  expect(await storedFigures()).toContain(old);

  await fakeBrowser.runtime.onStartup.trigger();
  await quiet();
  expect(await storedFigures()).not.toContain(old);
});
