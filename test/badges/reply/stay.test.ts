import { expect, test } from 'vitest';
import { timeLeft } from '../../../src/badges/reply/stay.ts';

const ended = { endedAt: 1000, superseded: false, corner: false };

test.each([
  ['next-message', ended, 999_000, null],
  ['next-message', { ...ended, superseded: true }, 1001, 0],
  ['10-seconds', ended, 1000, 10_000],
  ['10-seconds', ended, 8000, 3000],
  ['10-seconds', ended, 11_000, 0],
  ['10-seconds', ended, 60_000, 0],
  ['10-seconds', { ...ended, superseded: true }, 2000, 9000],
  ['always', ended, 999_000, null],
  ['always', { ...ended, superseded: true }, 999_000, null],
  ['always', { ...ended, superseded: true, corner: true }, 999_000, 0],
] as const)('with "%s", %j at %s leaves %s', (stay, finished, now, left) => {
  expect(timeLeft(stay, finished, now)).toBe(left);
});
