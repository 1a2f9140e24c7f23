import { expect, test } from 'vitest';
import { concat, copy, NO_BYTES, view } from '../../src/lib/bytes.ts';
import { createFrameTail } from '../../src/normalizer/framing/frame-tail.ts';

test('concat joins, and returns a single part as it is', () => {
  const part = Uint8Array.of(1, 2);
  expect(concat([])).toHaveLength(0);
  expect(concat([part])).toBe(part);
  expect([...concat([part, NO_BYTES, Uint8Array.of(3)])]).toEqual([1, 2, 3]);
});

test('copy has its own buffer, even of a Node buffer; view has not', () => {
  const bytes = Buffer.from([1, 2, 3, 4]);
  const copied = copy(bytes, 1, 3);
  const viewed = view(bytes, 1, 3);
  bytes.fill(9);
  expect([...copied]).toEqual([2, 3]);
  expect([...viewed]).toEqual([9, 9]);
});

test('bytes are joined even if a page has broken the prototype of its arrays', () => {
  const { set, slice, subarray } = Uint8Array.prototype;
  const broken = (): never => {
    throw new Error('broken by the page');
  };
  Object.assign(Uint8Array.prototype, { set: broken, slice: broken, subarray: broken });
  try {
    expect(concat([view(Uint8Array.of(1, 2, 3), 1), copy(Uint8Array.of(4))])).toHaveLength(3);
  } finally {
    Object.assign(Uint8Array.prototype, { set, slice, subarray });
  }
});

test('a tail keeps what was added in order, in its own bytes', () => {
  const tail = createFrameTail();
  const all: number[] = [];
  expect(tail.join(Uint8Array.of(7))).toHaveLength(1);
  for (let i = 0; i < 200; i++) {
    const chunk = Uint8Array.from({ length: i % 7 }, (_, k) => (i + k) % 256);
    all.push(...chunk);
    tail.add(chunk);
    chunk.fill(0);
    expect(tail.length()).toBe(all.length);
  }
  expect([...tail.join(Uint8Array.of(7))]).toEqual([...all, 7]);
  expect([...tail.last(3)]).toEqual(all.slice(-3));
  expect(tail.last(10_000)).toHaveLength(all.length);
  tail.clear();
  expect([tail.length(), tail.last(3).length]).toEqual([0, 0]);
});
