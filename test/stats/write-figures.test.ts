import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { namePage, type Batch } from '../../src/stats/batch.ts';
import { addDays, dayOf } from '../../src/stats/calendar.ts';
import { NO_FIGURES, type Day, type DayFigures } from '../../src/stats/day.ts';
import { KEPT_DAYS, lastDays, readChats, readDays, readTotals } from '../../src/stats/read-figures.ts';
import { forgetFigures, forgetOldDays, keepBatches, keepHealed, keepUnhealed } from '../../src/stats/write-figures.ts';
import { appliedKey, chatsKey, dayKey, totalsKey } from '../../src/stats/keys.ts';
import { NO_TOTALS } from '../../src/stats/totals.ts';
import { readSiteWord } from '../../src/settings/store.ts';

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

test('a batch without counts and findings leaves the totals alone', async () => {
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

test('cleaned chats are counted today, with the time', async () => {
  await keepHealed(SITE, ['a', 'b']);
  await keepHealed(SITE, ['a']);

  expect((await readDays(SITE, 1))[0]?.figures).toEqual({ ...NO_FIGURES, healed: 3 });
  expect((await readChats(SITE)).map(({ chat, healed }) => [chat, healed])).toEqual([
    ['a', NOW.getTime()],
    ['b', NOW.getTime()],
  ]);
});

test('an undone cleaning stays counted on its day, and the chat counts as never cleaned', async () => {
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

test('deleting one site leaves the others, and deleting all leaves everything but statistics', async () => {
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

  expect(await keys()).toEqual(lastDays(KEPT_DAYS).map((day) => dayKey(SITE, day)));
});

test('a day stored beside the totals is deleted with the day', async () => {
  const old = addDays(TODAY, -KEPT_DAYS);
  const oldest = addDays(old, 1);
  const done = { markers: 1, tools: 0, imitated: 0 };
  await storeDays(SITE, [old, oldest, TODAY]);
  await fakeBrowser.storage.local.set({
    [totalsKey(SITE)]: { markers: 9, tools: 0, imitated: 0, recent: { [old]: done, [oldest]: done, [TODAY]: done } },
  });
  await forgetOldDays();

  expect(await readTotals(SITE)).toEqual({
    ...NO_TOTALS,
    counts: { ...done, markers: 9 },
    recent: { [oldest]: done, [TODAY]: done },
  });
});

test('the answer of a Hermes server is stored for its own site, and deleted with its statistics', async () => {
  await keepBatches(SITE, namePage(), [batch(1, {}), { ...batch(2, {}), hermes: true }]);
  await keepBatches(SITE, namePage(), [batch(1, { replies: 1 })]);

  expect([(await readSiteWord(SITE)).hermes, (await readSiteWord(OTHER)).hermes]).toEqual([true, null]);

  await forgetFigures(OTHER);
  expect((await readSiteWord(SITE)).hermes).toBe(true);
  await forgetFigures(SITE);
  expect((await readSiteWord(SITE)).hermes).toBeNull();
});
