import { expect, test } from 'vitest';
import type { SiteStatistics } from '../../../src/pages/statistics/read-statistics.ts';
import { shareOf, sumOf } from '../../../src/pages/statistics/sums.ts';
import { addDays } from '../../../src/stats/calendar.ts';
import { NO_COUNTS, readFigures, type Counts, type Figures } from '../../../src/stats/figures.ts';

const TODAY = '2026-11-22';
const YESTERDAY = '2026-11-21';

function counts(tools: number, imitated = 0, markers = 0): Counts {
  return { markers, tools, imitated };
}

function site(some: Partial<Figures>, chats: SiteStatistics['chats'] = []): SiteStatistics {
  return { figures: { ...readFigures(null, TODAY), ...some }, chats };
}

function chat(
  healed: number | null,
  [before, fakedBefore]: number[],
  [after, fakedAfter]: number[],
) {
  return {
    chat: 'c',
    healed,
    before: { calls: before ?? 0, imitated: fakedBefore ?? 0 },
    after: { calls: after ?? 0, imitated: fakedAfter ?? 0 },
  };
}

test('counts, days and tools of several sites are added up, the slowest tool first', () => {
  const {
    counts: sums,
    days,
    tools,
  } = sumOf(
    [
      site({
        counts: counts(5, 1, 7),
        days: { [TODAY]: counts(2), [YESTERDAY]: counts(3, 1) },
        times: { ls: { calls: 2, sum: 20, longest: 15, last: TODAY } },
      }),
      site({
        counts: counts(1),
        days: { [TODAY]: counts(1) },
        times: {
          ls: { calls: 2, sum: 60, longest: 50, last: TODAY },
          '': { calls: 1, sum: 21, longest: 21, last: TODAY },
        },
      }),
    ],
    TODAY,
  );

  expect(sums).toEqual(counts(6, 1, 7));
  expect(days.slice(-3)).toEqual([
    { day: '2026-11-20', counts: NO_COUNTS },
    { day: YESTERDAY, counts: counts(3, 1) },
    { day: TODAY, counts: counts(3) },
  ]);
  expect(tools).toEqual([
    { tool: '', calls: 1, longest: 21, mean: 21 },
    { tool: 'ls', calls: 4, longest: 50, mean: 20 },
  ]);
});

test.each([
  [0, 30],
  [29, 30],
  [30, 31],
  [89, 90],
])('with the first calls %i days ago, %i days are shown', (ago, shown) => {
  const days = { [addDays(TODAY, -89)]: counts(0, 0, 5), [addDays(TODAY, -ago)]: counts(0, 1) };

  expect(sumOf([site({ days })], TODAY).days).toHaveLength(shown);
});

test('before and since are those of the same chats: cleaned ones with calls on both sides', () => {
  const chats = [
    chat(null, [50, 20], [0, 0]),
    chat(7000, [30, 5], [92, 1]),
    chat(9000, [10, 2], [8, 0]),
    chat(5000, [20, 9], [0, 0]),
    chat(6000, [0, 0], [20, 9]),
  ];

  expect(sumOf([site({}, chats.slice(0, 2)), site({}, chats.slice(2))], TODAY).comparison).toEqual({
    before: { calls: 40, imitated: 7 },
    since: { calls: 100, imitated: 1 },
    cleaned: 7000,
  });
});

test('without such chats they are the first week of each site, and all its calls since', () => {
  const telling = site({
    counts: counts(90, 10),
    start: { day: '2026-10-01', tools: 15, imitated: 5 },
  });
  const other = site({ counts: counts(9, 1), start: { day: '2026-10-02', tools: 4, imitated: 1 } });
  const fresh = site({ counts: counts(3, 3), start: { day: TODAY, tools: 3, imitated: 3 } });
  const old = site({ counts: counts(700, 99) });

  expect(sumOf([telling, fresh, old, other], TODAY).comparison).toEqual({
    before: { calls: 25, imitated: 6 },
    since: { calls: 85, imitated: 5 },
    cleaned: null,
  });
  expect(sumOf([fresh, old], TODAY).comparison).toBeNull();
  expect(sumOf([], TODAY).comparison).toBeNull();
});

test.each([
  [0, 0, 0],
  [10, 0, 0],
  [8, 2, 0.25],
  [3, 3, 1],
])('of %i calls, %i faked ones are a share of %d', (calls, imitated, share) => {
  expect(shareOf({ calls, imitated })).toBe(share);
});
