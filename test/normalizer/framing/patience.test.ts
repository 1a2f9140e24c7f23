import { expect, test } from 'vitest';
import { createPatience } from '../../../src/normalizer/framing/patience.ts';

test('four attempts in vain, then 64 are left out, then it begins again', () => {
  const patience = createPatience();

  const tried = Array.from({ length: 72 }, () => patience.tries());

  expect(tried.flatMap((tries, i) => (tries ? [i] : []))).toEqual([0, 1, 2, 3, 68, 69, 70, 71]);
});

test('an attempt that has paid counts no more', () => {
  const patience = createPatience();

  for (let i = 0; i < 20; i++) {
    expect(patience.tries()).toBe(true);
    patience.renew();
  }
});
