import { expect, test } from 'vitest';
import { daysView } from '../../../../src/pages/popup/figures/days-view.ts';
import type { DayCounts } from '../../../../src/pages/popup/stored-state.ts';
import type { Counts } from '../../../../src/stats/day.ts';

const NONE = { markers: 0, tools: 0, imitated: 0 };

function entry(day: string, some: Partial<Counts> = {}): DayCounts {
  return { day, counts: { ...NONE, ...some } };
}

const DAYS = [
  entry('2026-11-19', { markers: 4 }),
  entry('2026-11-20'),
  entry('2026-11-21', { imitated: 1 }),
  entry('2026-11-22', { tools: 3 }),
];

test('the large figures are those of today, with their days, oldest first', () => {
  expect(daysView(DAYS, { markers: 4, tools: 3, imitated: 1 }).figures).toEqual([
    { id: 'markers', count: 0, word: 'markers removed', column: 'Markers removed', days: [4, 0, 0, 0] },
    { id: 'tools', count: 3, word: 'tools shown', column: 'Tools shown', days: [0, 0, 0, 3] },
    { id: 'imitated', count: 0, word: 'faked calls', column: 'Faked calls', days: [0, 0, 1, 0] },
  ]);
});

test('a count of one is singular', () => {
  const today = entry('2026-11-22', { markers: 1, tools: 1, imitated: 1 });

  expect(daysView([today], NONE).figures.map(({ word }) => word)).toEqual([
    'marker removed',
    'tool shown',
    'faked call',
  ]);
});

test('the table has today and the days with any counts, newest first', () => {
  const rows = daysView(DAYS, NONE).rows();

  expect(rows.map(({ day }) => day)).toEqual(['2026-11-22', '2026-11-21', '2026-11-19']);
  expect(rows[0]?.name).toBe('Today');
  expect(rows[2]?.counts).toEqual({ ...NONE, markers: 4 });
});

test('today is included even if nothing was counted yet', () => {
  expect(
    daysView([entry('2026-11-21'), entry('2026-11-22')], NONE)
      .rows()
      .map(({ day }) => day),
  ).toEqual(['2026-11-22']);
});

test.each([
  ['today', DAYS, [0, 3, 0]],
  ['lastDays', [...DAYS, entry('2026-11-23')], [4, 3, 1]],
  ['ever', [entry('2026-12-22'), entry('2026-12-23')], [40, 30, 10]],
] as const)('if there was nothing in a shorter period, the figures are those of %s', (period, days, counts) => {
  const view = daysView(days, { markers: 40, tools: 30, imitated: 10 });

  expect([view.period, view.figures.map(({ count }) => count)]).toEqual([period, counts]);
});

test('a site is empty only if nothing was ever counted', () => {
  expect(daysView([entry('2026-11-22')], NONE).empty).toBe(true);
  expect(daysView([entry('2026-11-22')], { ...NONE, imitated: 1 }).empty).toBe(false);
});

test('nothing is made up before the days were read', () => {
  expect(daysView([], NONE).rows()).toEqual([]);
  expect(daysView([], NONE)).toMatchObject({ figures: [{ count: 0, days: [] }, { count: 0 }, { count: 0 }] });
});
