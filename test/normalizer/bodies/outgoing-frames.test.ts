import { expect, test } from 'vitest';
import {
  createFrameQueue,
  createOutgoingBytes,
} from '../../../src/normalizer/bodies/outgoing-frames.ts';
import { bytesOf, textOf } from '../splits.ts';

test('it is full before what waits takes too much memory, small frames counted with what they cost', () => {
  const queue = createFrameQueue<null>(() => {});
  queue.pass(bytesOf('a'), null, { removed: false, verdict: () => null });
  let frames = 1;
  for (; !queue.isFull(); frames++) queue.pass(bytesOf('a'), null, null);

  expect(frames).toBeGreaterThan(10_000);
  expect(frames).toBeLessThan(40_000);
});

test('neighbours in one buffer leave as one view of it, and the whole buffer as the very same bytes', () => {
  const out = createOutgoingBytes();
  const chunk = bytesOf('abcdef');
  for (const [from, to] of [
    [0, 2],
    [2, 2],
    [2, 5],
  ] as const)
    out.emit(chunk.subarray(from, to));
  const [view, ...more] = out.take();
  expect([view && textOf(view), view?.buffer === chunk.buffer, more]).toEqual(['abcde', true, []]);

  out.emit(chunk);
  expect(out.take()[0]).toBe(chunk);
  expect(out.take()).toEqual([]);
});

test('parts of different buffers stay apart; two of the same buffer leave in bytes of their own', () => {
  const out = createOutgoingBytes();
  const chunk = bytesOf('abcdef');
  out.emit(chunk.subarray(0, 2));
  out.emit(bytesOf('!'));
  expect(out.take().map(textOf)).toEqual(['ab', '!']);

  out.emit(chunk.subarray(0, 2));
  out.emit(bytesOf('!'));
  out.emit(chunk.subarray(4));
  const parts = out.take();
  expect(parts.map(textOf)).toEqual(['ab!ef']);
  expect(parts[0]?.buffer === chunk.buffer).toBe(false);
});

test('many parts leave as one', () => {
  const out = createOutgoingBytes();
  const emit = (count: number): number => {
    for (let i = 0; i < count; i++) out.emit(bytesOf('x'));
    return out.take().length;
  };

  expect([emit(16), emit(17)]).toEqual([16, 1]);
});

test('the two frames of a long delta leave apart, and more bytes than any delta has as one', () => {
  const out = createOutgoingBytes();
  const emit = (length: number): number => {
    out.emit(bytesOf('x'));
    out.emit(new Uint8Array(length));
    return out.take().length;
  };

  expect([emit(20_000), emit(60_000)]).toEqual([2, 1]);
});
