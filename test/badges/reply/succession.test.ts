import { expect, test } from 'vitest';
import { begin, leastWanted, type Turn } from '../../../src/badges/reply/replies.ts';

const OVER = 10;

function turn(number: number, endedAt: number | null = null): Turn {
  return { number, message: null, endedAt, isFollowed: false };
}

test.each([
  ['follows one that is over', turn(1, OVER), turn(2), true],
  ['runs beside another', turn(1), turn(2), false],
  ['began before it and only continues', turn(2, OVER), turn(1), false],
])('a reply that %s', (_what, earlier, later, isFollowed) => {
  begin(later, [earlier]);

  expect(earlier.isFollowed).toBe(isFollowed);
});

test('of too many, the first finished one is dropped; if all are running, the first', () => {
  const running = [turn(1), turn(2), turn(3)];

  expect(leastWanted([...running, turn(4, OVER), turn(5, OVER)])?.number).toBe(4);
  expect(leastWanted(running)?.number).toBe(1);
  expect(leastWanted([])).toBeNull();
});
