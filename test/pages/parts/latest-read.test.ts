import { expect, test } from 'vitest';
import { createLatestRead } from '../../../src/pages/parts/latest-read.ts';

test('only the answer to the read that began last counts, whichever ends first', () => {
  const begin = createLatestRead();
  const isFirst = begin();
  expect(isFirst()).toBe(true);
  const isSecond = begin();
  expect([isFirst(), isSecond()]).toEqual([false, true]);
  begin();
  expect([isFirst(), isSecond()]).toEqual([false, false]);
});

test('one place that reads does not affect another', () => {
  const isHere = createLatestRead()();
  createLatestRead()();
  expect(isHere()).toBe(true);
});
