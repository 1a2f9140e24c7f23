import { expect, test } from 'vitest';
import { createQueue } from '../../src/lib/queue.ts';

test('a queue returns its values in order', () => {
  const queue = createQueue<number>();
  for (let i = 0; i < 3; i++) queue.push(i);
  queue.shift();
  queue.push(3);
  const all: number[] = [];
  queue.each((value) => void all.push(value));

  expect([queue.length(), queue.first(), all]).toEqual([3, 1, [1, 2, 3]]);
  for (let i = 0; i < 4; i++) queue.shift();
  expect([queue.length(), queue.first()]).toEqual([0, undefined]);
  queue.push(9);
  expect(queue.first()).toBe(9);
});
