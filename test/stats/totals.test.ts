import { expect, test } from 'vitest';
import { addCountsOf } from '../../src/stats/totals.ts';

const MOST = Number.MAX_SAFE_INTEGER;

test.each([
  [[1, 2, 3], [10, 20, 30], [11, 22, 33]],
  [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
  [[MOST, MOST - 1, 0], [1, 5, MOST], [MOST, MOST, MOST]],
])('%j and %j are %j', (before, more, sum) => {
  const counts = ([markers = 0, tools = 0, imitated = 0]: readonly number[]) => ({ markers, tools, imitated });
  expect(addCountsOf(counts(before), counts(more))).toEqual(counts(sum));
});
