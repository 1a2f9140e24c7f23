import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { addDays, dayOf } from '../../src/stats/calendar.ts';
import { NO_FIGURES, type DayFigures } from '../../src/stats/day.ts';
import {
  fakedRate,
  lastDays,
  readAllSites,
  readChats,
  readDays,
  readTotals,
  slowestTools,
  sumDays,
  watchFigures,
} from '../../src/stats/read-figures.ts';
import { appliedKey, chatsKey, dayKey, totalsKey } from '../../src/stats/keys.ts';

const SITE = 'http://localhost:3000';
const OTHER = 'https://chat.example.com';
const TODAY = dayOf(new Date());

beforeEach(() => {
  fakeBrowser.reset();
  vi.restoreAllMocks();
});

function figures(more: Partial<DayFigures>): DayFigures {
  return { ...NO_FIGURES, ...more };
}

async function store(origin: string, daysAgo: number, more: Partial<DayFigures>): Promise<void> {
  await fakeBrowser.storage.local.set({ [dayKey(origin, addDays(TODAY, -daysAgo))]: figures(more) });
}

test('the last days end today and have no gaps', () => {
  expect(lastDays(3, '2027-03-01')).toEqual(['2027-02-27', '2027-02-28', '2027-03-01']);
  expect(lastDays(90).length).toBe(90);
  expect(lastDays(1)).toEqual([TODAY]);
});

test('the days of one site are one read of known keys', async () => {
  await store(SITE, 0, { markers: 3 });
  await store(SITE, 2, { tools: 1 });
  await store(SITE, 14, { tools: 50 });
  await store(OTHER, 0, { markers: 7 });
  const get = vi.spyOn(fakeBrowser.storage.local, 'get');

  const days = await readDays(SITE, 14);

  expect(days.map(({ day }) => day)).toEqual(lastDays(14));
  expect(days.slice(-3).map((entry) => entry.figures)).toEqual([
    figures({ tools: 1 }),
    NO_FIGURES,
    figures({ markers: 3 }),
  ]);
  expect(sumDays(days)).toEqual(figures({ markers: 3, tools: 1 }));
  expect(get.mock.calls).toEqual([[lastDays(14).map((day) => dayKey(SITE, day))]]);
});

test('the days of all sites are added up, and also listed by site', async () => {
  await store(SITE, 0, { markers: 3, repairs: { done: 1 } });
  await store(SITE, 1, { replies: 2 });
  await store(OTHER, 0, { markers: 7, repairs: { done: 1 } });
  await store(OTHER, 30, { markers: 100 });

  const { days, sites } = await readAllSites(2);
  expect(days.map(({ day }) => day)).toEqual(lastDays(2));
  expect(days.map((entry) => entry.figures)).toEqual([
    figures({ replies: 2 }),
    figures({ markers: 10, repairs: { done: 2 } }),
  ]);
  expect(sites).toEqual([
    { origin: SITE, figures: figures({ markers: 3, replies: 2, repairs: { done: 1 } }) },
    { origin: OTHER, figures: figures({ markers: 7, repairs: { done: 1 } }) },
  ]);
});

test('invalid data in the storage reads as nothing', async () => {
  await fakeBrowser.storage.local.set({
    [dayKey(SITE, TODAY)]: 'rubbish',
    [`day:nowhere:${TODAY}`]: figures({ markers: 1 }),
  });

  expect(sumDays(await readDays(SITE, 7))).toEqual(NO_FIGURES);
  expect(await readAllSites(7)).toMatchObject({
    days: lastDays(7).map((day) => ({ day, figures: NO_FIGURES })),
    totals: { findings: [] },
    chats: [],
  });
});

test.each([
  [undefined, { markers: 0, tools: 0, imitated: 0 }],
  ['rubbish', { markers: 0, tools: 0, imitated: 0 }],
  [{ markers: 3 }, { markers: 3, tools: 0, imitated: 0 }],
  [
    { markers: -1, tools: 1.5, imitated: '9' },
    { markers: 0, tools: 0, imitated: 0 },
  ],
  [
    { markers: 1e300, tools: 2, imitated: 1 },
    { markers: 0, tools: 2, imitated: 1 },
  ],
])('totals stored as %j read as %j', async (stored, counts) => {
  await fakeBrowser.storage.local.set({ [totalsKey(SITE)]: stored });

  expect(await readTotals(SITE)).toEqual({ counts, findings: [], recent: {} });
});

test.each([{}, { findings: 'rubbish' }, { findings: [null, {}, { server: 'hermes', repairs: { 'non sense': 1 } }] }])(
  'nothing was found when %j is stored',
  async (stored) => {
    await fakeBrowser.storage.local.set({ [totalsKey(SITE)]: stored });

    expect((await readTotals(SITE)).findings).toEqual([]);
  },
);

test('totals of one site are read once, those of all sites are added up', async () => {
  const found = { server: 'hermes', repairs: { done: 3 }, events: 2, unknown: { 'x.progress': 1 } };
  await fakeBrowser.storage.local.set({
    [totalsKey(SITE)]: { markers: 1, tools: 2, imitated: 3, findings: [found] },
    [totalsKey(OTHER)]: { markers: 10, tools: 20, imitated: 30, findings: [{ ...found, server: 'ollama' }, found] },
    [totalsKey('nowhere')]: { markers: 5 },
  });
  const get = vi.spyOn(fakeBrowser.storage.local, 'get');

  expect(await readTotals(SITE)).toEqual({
    counts: { markers: 1, tools: 2, imitated: 3 },
    findings: [found],
    recent: {},
  });
  expect(get).toHaveBeenCalledOnce();
  expect((await readAllSites(1)).totals).toEqual({
    counts: { markers: 11, tools: 22, imitated: 33 },
    findings: [
      { server: 'hermes', repairs: { done: 6 }, events: 4, unknown: { 'x.progress': 2 } },
      { ...found, server: 'ollama' },
    ],
    recent: {},
  });
});

test('for all sites only statistics are read, once, and only the requested days', async () => {
  const chat = { chat: 'a', healed: null, before: { calls: 1, imitated: 0 }, after: { calls: 0, imitated: 0 } };
  await store(SITE, 0, { markers: 3 });
  await store(OTHER, 7, { markers: 3 });
  await fakeBrowser.storage.local.set({
    [totalsKey(SITE)]: {},
    [chatsKey(SITE)]: [chat],
    [chatsKey(OTHER)]: [chat],
    [appliedKey(SITE)]: [],
    settings: {},
  });
  const keys = [
    dayKey(SITE, TODAY),
    dayKey(OTHER, addDays(TODAY, -7)),
    totalsKey(SITE),
    chatsKey(SITE),
    chatsKey(OTHER),
    appliedKey(SITE),
    'settings',
  ];
  vi.spyOn(fakeBrowser.storage.local, 'getKeys').mockResolvedValue(keys as never);
  const get = vi.spyOn(fakeBrowser.storage.local, 'get');

  expect((await readAllSites(7)).chats).toEqual([chat, chat]);
  expect(get.mock.calls).toEqual([[[dayKey(SITE, TODAY), totalsKey(SITE), chatsKey(SITE), chatsKey(OTHER)]]]);
});

test('the chat with the latest news comes first', async () => {
  const calls = { calls: 1, imitated: 0 };
  await fakeBrowser.storage.local.set({
    [chatsKey(SITE)]: [
      { chat: 'old', healed: 5, before: calls, after: calls },
      { chat: 'new', healed: null, before: calls, after: calls },
    ],
  });

  expect((await readChats(SITE)).map(({ chat, healed }) => [chat, healed])).toEqual([
    ['new', null],
    ['old', 5],
  ]);
  expect(await readChats(OTHER)).toEqual([]);
});

test('a watcher is notified of statistics and of nothing else, until its signal is aborted', async () => {
  const onChange = vi.fn();
  const ending = new AbortController();
  watchFigures(onChange, ending.signal);

  await fakeBrowser.storage.local.set({ settings: {}, [`site:${SITE}`]: {}, [appliedKey(SITE)]: [] });
  await fakeBrowser.storage.session.set({ [totalsKey(SITE)]: {} });
  expect(onChange).not.toHaveBeenCalled();

  await store(SITE, 0, { markers: 1 });
  await fakeBrowser.storage.local.set({ [totalsKey(SITE)]: {} });
  await fakeBrowser.storage.local.remove(dayKey(SITE, TODAY));
  expect(onChange).toHaveBeenCalledTimes(3);

  ending.abort();
  watchFigures(onChange, ending.signal);
  expect(fakeBrowser.storage.onChanged.hasListeners()).toBe(false);
});

test('the slowest tools come first by their mean', () => {
  const times = {
    quick: { calls: 100, sum: 1000, longest: 900 },
    slow: { calls: 2, sum: 9000, longest: 8000 },
    '': { calls: 1, sum: 5000, longest: 5000 },
  };

  expect(slowestTools(figures({ times }), 2)).toEqual([
    { tool: '', calls: 1, mean: 5000, longest: 5000 },
    { tool: 'slow', calls: 2, mean: 4500, longest: 8000 },
  ]);
  expect(slowestTools(NO_FIGURES, 5)).toEqual([]);
});

test.each([
  [0, 0, null],
  [99, 1, 0.01],
  [0, 3, 1],
  [5, 0, 0],
])('of %i tools and %i faked calls the rate is %j', (tools, imitated, rate) => {
  expect(fakedRate({ tools, imitated })).toBe(rate);
});
