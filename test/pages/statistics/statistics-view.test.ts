import { expect, test } from 'vitest';
import type { ChatFigures } from '../../../src/stats/chats.ts';
import { NO_FIGURES, type DayFigures } from '../../../src/stats/day.ts';
import {
  cleanedDays,
  cleanedOf,
  callColumns,
  callsOf,
  markerColumns,
  rateColumns,
  repairRows,
  tellsOfCleaning,
} from '../../../src/pages/statistics/statistics-view.ts';

function day(figures: Partial<DayFigures>): { day: string; figures: DayFigures } {
  return { day: '2026-11-22', figures: { ...NO_FIGURES, ...figures } };
}

function chat(healed: number | null, before: readonly [number, number], after: readonly [number, number]): ChatFigures {
  return {
    chat: 'one',
    healed,
    before: { imitated: before[0], calls: before[1] },
    after: { imitated: after[0], calls: after[1] },
  };
}

test('real and faked calls of each day are stacked, without markers', () => {
  const days = [day({ markers: 30, tools: 2, imitated: 1, replies: 9 }), day({})];

  expect(callColumns(days)).toEqual([
    [2, 1],
    [0, 0],
  ]);
  expect(markerColumns(days)).toEqual([[30], [0]]);
});

test('a day without calls has no share, a day without faked ones has a share of zero', () => {
  expect(rateColumns([day({ tools: 3, imitated: 1 }), day({ tools: 4 }), day({ markers: 5 })])).toEqual([
    [0.25],
    [0],
    [],
  ]);
});

test('faked calls are calls', () => {
  expect(callsOf({ tools: 3, imitated: 2 })).toBe(5);
});

test('days on which chats were cleaned are found by their index', () => {
  expect(cleanedDays([day({}), day({ healed: 2 }), day({ healed: 1 })])).toEqual([1, 2]);
});

test('repairs are listed, the most frequent first, without those that the page made up', () => {
  expect(repairRows({ repairs: { 'finish-missing': 2, 'made-up': 7, constructor: 1, done: 3 } })).toEqual([
    { id: 'done', name: 'done', times: 3 },
    { id: 'finish-missing', name: 'finish-missing', times: 2 },
  ]);
});

test.each([
  ['was never cleaned', chat(null, [3, 9], [0, 0]), false],
  ['had no calls at all', chat(5, [0, 0], [0, 0]), false],
  ['had calls before', chat(5, [0, 2], [0, 0]), true],
  ['had calls since', chat(5, [0, 0], [0, 2]), true],
])('a chat that %s allows a comparison: %s', (_, one, tells) => {
  expect(tellsOfCleaning(one)).toBe(tells);
});

test('chats that were cleaned are added up, since the first of them', () => {
  const chats = [chat(900, [12, 96], [1, 100]), chat(700, [3, 4], [0, 40]), chat(null, [50, 60], [0, 0])];

  expect(cleanedOf(chats)).toEqual({
    chats: 2,
    before: { imitated: 15, calls: 100 },
    after: { imitated: 1, calls: 140 },
    since: 700,
  });
});

test('if no chat was cleaned there is nothing to add up', () => {
  expect(cleanedOf([chat(null, [1, 2], [0, 0])])).toBeNull();
});
