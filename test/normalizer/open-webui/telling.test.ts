import { expect, test } from 'vitest';
import { createTelling } from '../../../src/normalizer/open-webui/telling.ts';

test('the n-th item is new once, however often it is read', () => {
  const telling = createTelling();

  expect([1, 2, 1, 2, 3].map((n) => telling.isNew(n, `word ${n}`))).toEqual([true, true, false, false, true]);
  expect(telling.last()).toBe(3);
});

test('a withdrawn item leaves its number to the next', () => {
  const telling = createTelling();
  telling.isNew(1, 'a');
  telling.isNew(2, 'b');
  telling.takeBack(1);

  expect([1, 2].map((n) => telling.isNew(n, 'c'))).toEqual([false, true]);
});

test('after a gap numbers continue, until the whole is read again and words show what is new', () => {
  const telling = createTelling();
  telling.isNew(1, 'a');
  telling.miss();
  expect(telling.isNew(2, 'd')).toBe(true);

  telling.begin();

  expect(['a', 'b', 'c', 'd', 'd'].map((words, i) => telling.isNew(i + 1, words))).toEqual([
    false,
    true,
    true,
    false,
    true,
  ]);
  telling.begin();
  expect(telling.isNew(1, 'a')).toBe(false);
});
