import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayOf, isDay, isKept, KEPT_DAYS, lastDays } from '../../src/stats/calendar.ts';

test.each([
  [new Date(2026, 10, 22, 0, 0), '2026-11-22'],
  [new Date(2026, 10, 22, 23, 59, 59, 999), '2026-11-22'],
  [new Date(2027, 0, 1), '2027-01-01'],
])('the day of %s is %s, by the local clock', (moment, day) => {
  expect(dayOf(moment)).toBe(day);
});

test.each([
  ['2026-11-22', 1, '2026-11-23'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-03-01', -1, '2027-02-28'],
  // Nights on which clocks change in Europe and America: days of 23 and 25 hours.
  ['2026-03-28', 2, '2026-03-30'],
  ['2026-10-24', 2, '2026-10-26'],
  ['2026-11-01', 1, '2026-11-02'],
  ['2026-11-22', -89, '2026-08-25'],
])('%s and %i days is %s', (day, days, later) => {
  expect(addDays(day, days)).toBe(later);
});

test.each([
  undefined,
  7,
  '',
  '2026-11',
  '2026-13-01',
  '2026-02-30',
  '2026-11-22 ',
  '26-11-22',
  '+02026-11-22',
  '2026-1-1',
])('%j is no day', (value) => {
  expect(isDay(value)).toBe(false);
});

test('days are counted forward and back, and are days', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -200_000, max: 200_000 }),
      fc.integer({ min: -500, max: 500 }),
      (from, days) => {
        const day = addDays('2026-11-22', from);
        expect(isDay(day)).toBe(true);
        expect(addDays(addDays(day, days), -days)).toBe(day);
      },
    ),
  );
});

test.each([
  ['2026-11-22', true],
  [addDays('2026-11-22', 1 - KEPT_DAYS), true],
  [addDays('2026-11-22', -KEPT_DAYS), false],
  // One day ahead is another time zone.
  ['2026-11-23', true],
  ['2026-11-24', false],
  ['9999-12-31', false],
])('on 22 November, %s is kept: %s', (day, kept) => {
  expect(isKept(day, '2026-11-22')).toBe(kept);
});

test('the last days end with today', () => {
  expect(lastDays(3, '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
});

test.each([
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Pacific/Auckland',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
])('in %s the days of a year follow each other, whenever clocks are set', (zone) => {
  const before = process.env.TZ;
  process.env.TZ = zone;
  const start = new Date(2026, 0, 1, 12).getTime();
  const days = Array.from({ length: 365 * 48 }, (_, half) =>
    dayOf(new Date(start + half * 1_800_000)),
  );
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;

  expect([...new Set(days)]).toEqual(
    Array.from({ length: 366 }, (_, day) => addDays('2026-01-01', day)),
  );
  expect(days.toSorted()).toEqual(days);
});
