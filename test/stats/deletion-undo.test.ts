import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { namePage, type Batch } from '../../src/stats/batch.ts';
import { dayOf } from '../../src/stats/calendar.ts';
import { NO_FIGURES, type DayFigures } from '../../src/stats/day.ts';
import { readChats, readDays, readTotals } from '../../src/stats/read-figures.ts';
import { forgetFigures, restoreFigures } from '../../src/stats/deletion-undo.ts';
import { keepBatches, keepHealed } from '../../src/stats/write-figures.ts';
import { writeSite } from '../../src/sites/store.ts';

const SITE = 'http://localhost:3000';
const OTHER = 'http://localhost:3001';

beforeEach(() => fakeBrowser.reset());

function batch(number: number, figures: Partial<DayFigures>, chat = 'chat-1'): Batch {
  const chats = [{ chat, calls: figures.tools ?? 0, imitated: 0 }];
  const findings = [{ server: 'hermes', repairs: { done: 1 }, events: 0, unknown: {} }];
  return { number, days: [{ day: dayOf(new Date()), figures: { ...NO_FIGURES, ...figures }, chats }], findings };
}

function all(): Promise<Record<string, unknown>> {
  return fakeBrowser.storage.local.get(null);
}

test.each([SITE, null])('what was deleted of %s comes back as it was', async (origin) => {
  await writeSite(SITE, { enabled: true, choices: {} });
  await keepBatches(SITE, namePage(), [
    batch(1, { markers: 2, tools: 3, times: { ls: { calls: 1, sum: 5, longest: 5 } } }),
  ]);
  await keepBatches(OTHER, namePage(), [batch(1, { markers: 7 })]);
  await keepHealed(SITE, ['chat-1']);
  const before = await all();

  const deleted = await forgetFigures(origin);
  expect(await all()).not.toEqual(before);
  expect((await readDays(SITE, 1))[0]?.figures).toEqual(NO_FIGURES);
  expect(await restoreFigures(deleted)).toBe(true);
  expect(await all()).toEqual(before);
  expect(await restoreFigures(deleted)).toBe(false);
});

test('a deletion that finds nothing takes no earlier one its undo', async () => {
  await keepBatches(SITE, namePage(), [batch(1, { markers: 2 })]);
  const before = await all();
  const deleted = await forgetFigures(SITE);

  expect(await forgetFigures(SITE)).toBe(0);
  expect(await restoreFigures(0)).toBe(false);
  expect(await restoreFigures(deleted)).toBe(true);
  expect(await all()).toEqual(before);
});

test('what is undone is the deletion that was meant, or none', async () => {
  await keepBatches(SITE, namePage(), [batch(1, { markers: 2 })]);
  await keepBatches(OTHER, namePage(), [batch(1, { markers: 7 })]);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const first = await forgetFigures(SITE);
  vi.advanceTimersByTime(1);
  const second = await forgetFigures(OTHER);

  expect(await restoreFigures(first)).toBe(false);
  expect(await all()).toEqual({});
  expect(await restoreFigures(second)).toBe(true);
  expect((await readTotals(OTHER)).counts.markers).toBe(7);
});

test('a chat that was called since its figures were deleted keeps what was known of it', async () => {
  const page = namePage();
  await keepBatches(SITE, page, [batch(1, { tools: 100 })]);
  await keepHealed(SITE, ['chat-1']);
  await keepBatches(SITE, page, [batch(2, { tools: 10 })]);
  const [{ healed } = { healed: null }] = await readChats(SITE);
  const deleted = await forgetFigures(SITE);
  await keepBatches(SITE, page, [batch(3, { tools: 1 })]);

  expect(await restoreFigures(deleted)).toBe(true);
  expect(healed).not.toBeNull();
  expect(await readChats(SITE)).toEqual([
    { chat: 'chat-1', healed, before: { calls: 100, imitated: 0 }, after: { calls: 11, imitated: 0 } },
  ]);
});

test('what was counted since the deletion is added, and no batch counts twice', async () => {
  const page = namePage();
  await keepBatches(SITE, page, [batch(1, { markers: 2, tools: 1 }), batch(2, { markers: 10, tools: 1 })]);
  const deleted = await forgetFigures(SITE);
  await keepBatches(SITE, page, [batch(3, { markers: 100, tools: 5 }, 'chat-2')]);
  await keepBatches(SITE, namePage(), [batch(1, { markers: 1000 }, 'chat-2')]);

  expect(await restoreFigures(deleted)).toBe(true);
  expect((await readDays(SITE, 1))[0]?.figures.markers).toBe(1112);
  expect(await readTotals(SITE)).toMatchObject({
    counts: { markers: 1112, tools: 7 },
    findings: [{ repairs: { done: 4 } }],
    recent: { [dayOf(new Date())]: { markers: 1112, tools: 7 } },
  });
  expect((await readChats(SITE)).map(({ chat, before }) => [chat, before.calls]).toSorted()).toEqual([
    ['chat-1', 2],
    ['chat-2', 5],
  ]);

  await keepBatches(SITE, page, [batch(2, { markers: 10 }), batch(3, { markers: 100 })]);
  expect((await readDays(SITE, 1))[0]?.figures.markers).toBe(1112);
});

test('where the browser cannot keep it in memory, it is deleted all the same, and nothing older comes back', async () => {
  await keepBatches(SITE, namePage(), [batch(1, { markers: 1 })]);
  const older = await forgetFigures(SITE);
  await keepBatches(SITE, namePage(), [batch(1, { markers: 2 })]);
  vi.spyOn(fakeBrowser.storage.session, 'set').mockRejectedValueOnce(new Error('QUOTA_BYTES quota exceeded'));

  expect(await forgetFigures(SITE)).toBe(0);
  expect((await readDays(SITE, 1))[0]?.figures).toEqual(NO_FIGURES);
  expect(await restoreFigures(older)).toBe(false);
});
