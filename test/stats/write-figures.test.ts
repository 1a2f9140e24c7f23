import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { namePage, type Batch } from '../../src/stats/batch.ts';
import { addDays, dayOf } from '../../src/stats/calendar.ts';
import { NO_FIGURES, type Day, type DayFigures } from '../../src/stats/day.ts';
import { KEPT_DAYS, lastDays, readChats, readDays, readTotals } from '../../src/stats/read-figures.ts';
import { forgetFigures } from '../../src/stats/deletion-undo.ts';
import { forgetOldDays, keepBatches, keepHealed, keepUnhealed } from '../../src/stats/write-figures.ts';
import { appliedKey, chatsKey, dayKey, SEEN_DAYS_KEY, totalsKey } from '../../src/stats/keys.ts';
import { NO_TOTALS } from '../../src/stats/totals.ts';
import { readSiteWord } from '../../src/sites/store.ts';

const SITE = 'http://localhost:3000';
const OTHER = 'https://chat.example.com';
const NOW = new Date(2026, 10, 22, 12);
const TODAY = dayOf(NOW);

beforeEach(() => {
  fakeBrowser.reset();
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

afterEach(() => {
  vi.useRealTimers();
});

function batch(number: number, figures: Partial<DayFigures>, day: Day = TODAY): Batch {
  return { number, days: [{ day, figures: { ...NO_FIGURES, ...figures }, chats: [] }], findings: [] };
}

async function keys(): Promise<string[]> {
  return Object.keys(await fakeBrowser.storage.local.get(null)).toSorted();
}

async function storeDays(origin: string, days: readonly Day[]): Promise<void> {
  await fakeBrowser.storage.local.set(
    Object.fromEntries(days.map((day) => [dayKey(origin, day), { ...NO_FIGURES, markers: 1 }])),
  );
}

test('a batch is written at once: its day, the totals, the chats, and its number', async () => {
  const set = vi.spyOn(fakeBrowser.storage.local, 'set');
  const page = namePage();
  const chats = [{ chat: 'c', calls: 3, imitated: 1 }];
  const kept = await keepBatches(SITE, page, [
    { number: 5, days: [{ day: TODAY, figures: { ...NO_FIGURES, tools: 2, imitated: 1 }, chats }], findings: [] },
  ]);

  expect(kept).toEqual({ last: 5, calls: 3, newDay: true });
  expect(set).toHaveBeenCalledOnce();
  expect(Object.keys(set.mock.calls[0]?.[0] ?? {}).toSorted()).toEqual(
    [appliedKey(SITE), chatsKey(SITE), totalsKey(SITE), dayKey(SITE, TODAY)].toSorted(),
  );
});

test('only batches that were not added are added', async () => {
  const page = namePage();
  await keepBatches(SITE, page, [batch(1, { markers: 1 })]);

  expect(await keepBatches(SITE, page, [batch(1, { markers: 1 }), batch(2, { markers: 10, tools: 1 })])).toEqual({
    last: 2,
    calls: 1,
    newDay: false,
  });
  expect(await keepBatches(SITE, page, [batch(1, { markers: 1 })])).toEqual({ last: 2, calls: 0, newDay: false });
  expect((await readDays(SITE, 1))[0]?.figures.markers).toBe(11);
});

test('what brings neither counts nor findings leaves the totals alone', async () => {
  await keepBatches(SITE, namePage(), [batch(1, { replies: 1, bytes: 5 })]);

  expect(await keys()).toEqual([appliedKey(SITE), dayKey(SITE, TODAY)]);
});

test.each([
  [0, 0],
  [-1, -1],
  [1, 1],
  [-3, -1],
  [400, 1],
])('news of %i days away count on the day %i away', async (away, counted) => {
  await keepBatches(SITE, namePage(), [batch(1, { markers: 1 }, addDays(TODAY, away))]);

  expect(await keys()).toContain(dayKey(SITE, addDays(TODAY, counted)));
});

test('chats that were cleaned are counted today, with the moment', async () => {
  await keepHealed(SITE, ['a', 'b']);
  await keepHealed(SITE, ['a']);

  expect((await readDays(SITE, 1))[0]?.figures).toEqual({ ...NO_FIGURES, healed: 3 });
  expect((await readChats(SITE)).map(({ chat, healed }) => [chat, healed])).toEqual([
    ['a', NOW.getTime()],
    ['b', NOW.getTime()],
  ]);
});

test('a cleaning that is undone stays counted on its day, and the chat is none that was cleaned', async () => {
  await keepHealed(SITE, ['a', 'b']);
  await keepUnhealed(SITE, ['a']);
  await keepUnhealed(OTHER, ['a']);

  expect((await readDays(SITE, 1))[0]?.figures.healed).toBe(2);
  expect((await readChats(SITE)).map(({ chat, healed }) => [chat, healed])).toEqual([
    ['b', NOW.getTime()],
    ['a', null],
  ]);
  expect((await keys()).filter((key) => key.includes(OTHER))).toEqual([]);
});

test('forgetting one site leaves the others, and forgetting all leaves what is no figure', async () => {
  for (const origin of [SITE, OTHER]) {
    await keepBatches(origin, namePage(), [batch(1, { markers: 1 })]);
    await keepHealed(origin, ['a']);
  }
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true }, settings: {} });

  await forgetFigures(SITE);
  expect((await keys()).filter((key) => key.includes(SITE))).toEqual([`site:${SITE}`]);
  expect((await keys()).filter((key) => key.includes(OTHER)).length).toBe(4);

  await forgetFigures(null);
  expect(await keys()).toEqual(['settings', `site:${SITE}`]);
});

test('ninety days are kept, on all sites', async () => {
  await storeDays(SITE, lastDays(KEPT_DAYS + 20));
  await storeDays(OTHER, [addDays(TODAY, -400)]);
  await forgetOldDays();

  const yesterday = addDays(TODAY, -1);
  expect(await keys()).toEqual(lastDays(KEPT_DAYS + 1).map((day) => dayKey(SITE, day)));
  expect(lastDays(KEPT_DAYS, yesterday).map((day) => dayKey(SITE, day))[0]).toBe((await keys())[0]);
});

test('what stands of a day beside the sums goes with the day', async () => {
  const old = addDays(TODAY, -KEPT_DAYS);
  const done = { markers: 1, tools: 0, imitated: 0 };
  await storeDays(SITE, [old, addDays(TODAY, -1), TODAY]);
  await fakeBrowser.storage.local.set({
    [totalsKey(SITE)]: { markers: 9, tools: 0, imitated: 0, recent: { [old]: done, [TODAY]: done } },
  });
  await forgetOldDays();

  expect(await readTotals(SITE)).toEqual({
    ...NO_TOTALS,
    counts: { ...done, markers: 9 },
    recent: { [old]: done, [TODAY]: done },
  });
  vi.setSystemTime(NOW.getTime() + 2 * 86_400_000);
  await keepBatches(SITE, namePage(), [batch(1, { replies: 1 })]);
  await forgetOldDays();
  expect(await readTotals(SITE)).toEqual({ ...NO_TOTALS, counts: { ...done, markers: 9 }, recent: { [TODAY]: done } });
});

test('a clock that for once runs a year ahead, or back, costs no day', async () => {
  const days = lastDays(30);
  await storeDays(SITE, days);

  for (const years of [1, -1, -20]) {
    const wrong = new Date(NOW.getFullYear() + years, NOW.getMonth(), NOW.getDate());
    vi.setSystemTime(wrong);
    await storeDays(SITE, [dayOf(wrong)]);
    await forgetOldDays();
    expect(await keys()).toEqual(expect.arrayContaining(days.map((day) => dayKey(SITE, day))));
  }
});

test('where nothing more is counted, days go once the clock has shown two days on which they are too old', async () => {
  await storeDays(SITE, ['2020-01-01', '2020-01-02']);
  await forgetOldDays();
  await forgetOldDays();
  expect(await keys()).toEqual([dayKey(SITE, '2020-01-01'), dayKey(SITE, '2020-01-02'), SEEN_DAYS_KEY]);

  vi.setSystemTime(NOW.getTime() + 86_400_000);
  await forgetOldDays();
  expect(await keys()).toEqual([]);
});

test('a start a year ahead that is followed by one today costs no day, and leaves no note', async () => {
  const days = lastDays(30).map((day) => dayKey(SITE, day));
  await storeDays(SITE, lastDays(30));
  vi.setSystemTime(new Date(NOW.getFullYear() + 1, NOW.getMonth(), NOW.getDate()));
  await forgetOldDays();
  expect(await keys()).toEqual([...days, SEEN_DAYS_KEY]);

  vi.setSystemTime(NOW);
  await forgetOldDays();
  expect(await keys()).toEqual(days);
});

test.each([[['rubbish', 7]], ['rubbish']])('%j stored as the days that were seen is none', async (stored) => {
  await storeDays(SITE, ['2020-01-01']);
  await fakeBrowser.storage.local.set({ [SEEN_DAYS_KEY]: stored });
  await forgetOldDays();

  expect(await fakeBrowser.storage.local.get(SEEN_DAYS_KEY)).toEqual({ [SEEN_DAYS_KEY]: [TODAY] });
});

test('all that was counted goes with the note of the days that were seen', async () => {
  await storeDays(SITE, ['2020-01-01']);
  await forgetOldDays();
  await forgetFigures(null);

  expect(await keys()).toEqual([]);
});

test('that a server of Hermes answered is kept for its own site, and deleted with its figures', async () => {
  await keepBatches(SITE, namePage(), [batch(1, {}), { ...batch(2, {}), hermes: true }]);
  await keepBatches(SITE, namePage(), [batch(1, { replies: 1 })]);

  expect([(await readSiteWord(SITE)).hermes, (await readSiteWord(OTHER)).hermes]).toEqual([true, null]);

  await forgetFigures(OTHER);
  expect((await readSiteWord(SITE)).hermes).toBe(true);
  await forgetFigures(SITE);
  expect((await readSiteWord(SITE)).hermes).toBeNull();
});
