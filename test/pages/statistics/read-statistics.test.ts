import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readEarly, readStatistics, takeEarly } from '../../../src/pages/statistics/read-statistics.ts';
import { dayOf } from '../../../src/stats/calendar.ts';
import { NO_FIGURES } from '../../../src/stats/day.ts';
import { dayKey } from '../../../src/stats/keys.ts';

const SITE = 'http://localhost:3000';

beforeEach(() => {
  fakeBrowser.reset();
  void takeEarly(null, 0); // what another test has left
});

async function store(markers: number): Promise<void> {
  await fakeBrowser.storage.local.set({ [dayKey(SITE, dayOf(new Date()))]: { ...NO_FIGURES, markers } });
}

test.each([null, SITE])('what was read early for %s is taken once', async (site) => {
  await store(3);
  readEarly(site, 30);

  const taken = await takeEarly(site, 30);
  expect(taken).toEqual(await readStatistics(site, 30));
  expect(taken?.days.at(-1)?.figures.markers).toBe(3);
  expect(takeEarly(site, 30)).toBeNull();
});

test.each([
  ['another site', 'http://other.example', 30],
  ['all sites', null, 30],
  ['another period', SITE, 7],
] as const)('%s is not what was read early', (_, site, days) => {
  readEarly(SITE, 30);
  expect(takeEarly(site, days)).toBeNull();
});

test('what has changed since is read again', async () => {
  readEarly(SITE, 30);
  await store(4);
  expect(takeEarly(SITE, 30)).toBeNull();
});

test('what was read long ago is read again', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  readEarly(SITE, 30);
  vi.advanceTimersByTime(10_000);
  expect(takeEarly(SITE, 30)).toBeNull();
});

test('a storage that fails is the problem of those who take it', async () => {
  vi.spyOn(fakeBrowser.storage.local, 'get').mockRejectedValueOnce(new Error('broken'));
  readEarly(SITE, 30);
  // An uncaught rejection would fail the test.
  await new Promise((done) => setTimeout(done, 5));
  await expect(takeEarly(SITE, 30)).rejects.toThrow('broken');
});
