import { expect, test } from 'vitest';
import { createRateLimit } from '../../src/stats/rate-limit.ts';

/** How many of `tries` are allowed at each of the given times in milliseconds. */
function allowedAt(burst: number, tries: number, times: readonly number[]): number[] {
  let now = 0;
  const { allow } = createRateLimit(burst, () => now);
  return times.map((time) => {
    now = time;
    return Array.from({ length: tries }, () => allow(1)).filter(Boolean).length;
  });
}

test.each([
  { times: [0], allowed: [10] },
  { times: [0, 0], allowed: [10, 0] },
  { times: [0, 99], allowed: [10, 0] },
  { times: [0, 100, 200], allowed: [10, 1, 1] },
  { times: [0, 500, 1000], allowed: [10, 5, 5] },
  { times: [0, 1000, 60_000], allowed: [10, 10, 10] },
])('of 50 tries at $times ms $allowed are allowed', ({ times, allowed }) => {
  expect(allowedAt(10, 50, times)).toEqual(allowed);
});

test('rejected attempts do not delay the next turn', () => {
  expect(allowedAt(10, 1000, [0, 20, 40, 60, 80, 100])).toEqual([10, 0, 0, 0, 0, 1]);
});

test('each key has its own limit, and a forgotten one starts over', () => {
  const { allow, forget } = createRateLimit(1, () => 0);

  expect([allow(1), allow(1), allow(2), allow(2)]).toEqual([true, false, true, false]);
  forget(1);
  expect([allow(1), allow(2)]).toEqual([true, false]);
});
