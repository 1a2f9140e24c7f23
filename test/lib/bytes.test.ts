import { expect, test } from 'vitest';
import { concat, copy, NO_BYTES, view } from '../../src/lib/bytes.ts';

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
