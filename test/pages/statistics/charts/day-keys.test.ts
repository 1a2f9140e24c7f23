import { expect, test } from 'vitest';
import { dayAfterKey } from '../../../../src/pages/statistics/charts/day-keys.ts';

test.each([
  ['ArrowLeft', 10, 9],
  ['ArrowDown', 10, 9],
  ['ArrowRight', 10, 11],
  ['ArrowUp', 10, 11],
  ['PageDown', 10, 3],
  ['PageUp', 10, 17],
  ['Home', 10, 0],
  ['End', 10, 29],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 29, 29],
  ['PageDown', 3, 0],
  ['PageUp', 27, 29],
  ['Enter', 10, null],
  ['Tab', 10, null],
])('of 30 days %s leads from day %d to %j', (key, index, next) => {
  expect(dayAfterKey(key, index, 30)).toBe(next);
});
