import { expect, test } from 'vitest';
import { lastApplied, MAX_PAGES, readApplied, withApplied, type Applied } from '../../src/stats/applied-batches.ts';
import { namePage } from '../../src/stats/batch.ts';

const [A, B] = [namePage(), namePage()];

test('the last batch of each page is remembered', () => {
  const list = withApplied(withApplied(withApplied([], A, 1), B, 7), A, 2);

  expect(lastApplied(list, A)).toBe(2);
  expect(lastApplied(list, B)).toBe(7);
  expect(lastApplied(list, namePage())).toBe(0);
  expect(readApplied(structuredClone(list))).toEqual(list);
});

test('of too many pages the one idle longest is dropped', () => {
  let list: readonly Applied[] = withApplied([], A, 1);
  for (let i = 1; i < MAX_PAGES; i++) list = withApplied(list, namePage(), 1);
  expect(lastApplied(list, A)).toBe(1);

  list = withApplied(withApplied(list, A, 2), B, 1);
  expect(list.length).toBe(MAX_PAGES);
  expect(lastApplied(list, A)).toBe(2);
  list = Array.from({ length: MAX_PAGES }, namePage).reduce((all, page) => withApplied(all, page, 1), list);
  expect(lastApplied(list, A)).toBe(0);
});

test.each([
  undefined,
  'x',
  {},
  [null, 7, { page: 'x', number: 1 }, { page: A, number: '1' }, { page: A, number: 1.5 }],
])('nothing is read of %j', (value) => {
  expect(readApplied(value)).toEqual([]);
});
