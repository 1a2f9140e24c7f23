import { expect, test } from 'vitest';
import { begin, isSuperseded, leastWanted, type Turn } from '../../../src/badges/reply/replies.ts';

function turn(number: number, chatId: string | null, endedAt: number | null = null): Turn {
  return { number, message: chatId === null ? null : { chatId, messageId: `m${number}` }, endedAt, next: null };
}

const OVER = 10;

test.each([
  ['of the same chat', turn(1, 'a', OVER), turn(2, 'a'), true],
  ['of another chat', turn(1, 'a', OVER), turn(2, 'b'), false],
  ['without a chat, after one of a chat', turn(1, 'a', OVER), turn(2, null), false],
  ['of a chat, after one without', turn(1, null, OVER), turn(2, 'a'), true],
  ['without a chat, after one without', turn(1, null, OVER), turn(2, null), true],
  ['that ran beside it', turn(1, 'a'), turn(2, 'a'), false],
  ['that began before it and only continues', turn(2, 'a', OVER), turn(1, 'a'), false],
])('whether a reply %s is the next message', (_what, earlier, later, next) => {
  begin(later, [earlier]);

  expect(earlier.next).toBe(next ? later : null);
});

test('the last of several next messages counts', () => {
  const first = turn(1, 'a', OVER);
  const [second, third] = [turn(2, 'a'), turn(3, 'a')];

  begin(second, [first]);
  begin(third, [first, second]);

  expect([first.next, second.next]).toEqual([third, null]);
});

test.each([
  [true, false],
  [false, true],
  [null, false],
])('where the page says %j to "same question", the earlier reply is superseded: %j', (same, superseded) => {
  const earlier = { ...turn(1, 'a', OVER), next: turn(2, 'a') };

  expect(isSuperseded(earlier, () => same)).toBe(superseded);
});

test('without a chat the page is not asked', () => {
  const ask = () => {
    throw new Error('asked');
  };

  expect(isSuperseded(turn(1, 'a', OVER), ask)).toBe(false);
  expect(isSuperseded({ ...turn(1, null, OVER), next: turn(2, 'a') }, ask)).toBe(true);
});

test('of too many, the first finished one is dropped; if all are running, the first', () => {
  const running = [turn(1, 'a'), turn(2, 'a'), turn(3, 'a')];

  expect(leastWanted([...running, turn(4, 'a', OVER), turn(5, 'a', OVER)])?.number).toBe(4);
  expect(leastWanted(running)?.number).toBe(1);
  expect(leastWanted([])).toBeNull();
});
