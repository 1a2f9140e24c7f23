import { expect, test } from 'vitest';
import { createPatience } from '../../../src/normalizer/framing/patience.ts';

test('after four failed attempts, 64 are skipped, then it begins again', () => {
  const patience = createPatience();

  const tried = Array.from({ length: 72 }, () => patience.tries());

  expect(tried.flatMap((tries, i) => (tries ? [i] : []))).toEqual([0, 1, 2, 3, 68, 69, 70, 71]);
});

test('an attempt that has paid off does not count', () => {
  const patience = createPatience();

  for (let i = 0; i < 20; i++) {
    expect(patience.tries()).toBe(true);
    patience.renew();
  }
});
