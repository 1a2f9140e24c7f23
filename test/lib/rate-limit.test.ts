import { expect, test } from 'vitest';
import { createRateLimit } from '../../src/lib/rate-limit.ts';

test('within one second no more pass than allowed, and in the next as many again', () => {
  let now = 5000;
  const allow = createRateLimit(3, () => now);
  const passed = (count: number) =>
    Array.from({ length: count }, () => allow()).filter(Boolean).length;

  expect(passed(10)).toBe(3);
  now += 999;
  expect(passed(10)).toBe(0);
  now += 1;
  expect(passed(10)).toBe(3);
});

test('a clock that was set back does not stop everything', () => {
  let now = 5000;
  const allow = createRateLimit(1, () => now);
  allow();

  now = 10;

  expect(allow()).toBe(true);
});
