import { expect, test } from 'vitest';
import { createFrameQueue, createOutgoingBytes } from '../../../src/normalizer/bodies/outgoing-frames.ts';
import type { Judged, Verdict } from '../../../src/normalizer/reply/text-verdicts.ts';
import { bytesOf, textOf } from '../splits.ts';

const KEEP: Verdict = { kind: 'keep' };

function createLine() {
  const left: string[] = [];
  const views: Uint8Array[] = [];
  const queue = createFrameQueue<null>((bytes, _, { kind }) => {
    views.push(bytes);
    left.push(`${textOf(bytes)} ${kind}`);
  });
  return { queue, left, views };
}

/** A frame whose fate is known once `decide` was called. */
function undecided(): { judged: Judged; decide: (verdict: Verdict) => void } {
  let known: Verdict | null = null;
  return { judged: { removed: false, verdict: () => known }, decide: (verdict) => (known = verdict) };
}

test('a frame whose fate is known leaves at once; behind one that waits, all wait and leave in order', () => {
  const { queue, left } = createLine();
  const { judged, decide } = undecided();
  queue.pass(bytesOf('a'), null, null);
  queue.pass(bytesOf('b'), null, judged);
  queue.pass(bytesOf('c'), null, null);
  queue.drain();
  expect([left, queue.isEmpty()]).toEqual([['a keep'], false]);

  decide({ kind: 'remove', edits: [] });
  queue.drain();
  expect([left, queue.isEmpty()]).toEqual([['a keep', 'b remove', 'c keep'], true]);
});

test('what waits keeps its bytes, whatever the page does with the chunk', () => {
  const { queue, left } = createLine();
  const { judged, decide } = undecided();
  const chunk = bytesOf('ab');
  queue.pass(chunk.subarray(0, 1), null, judged);
  queue.pass(chunk.subarray(1), null, null);
  structuredClone(chunk.buffer, { transfer: [chunk.buffer] });

  decide(KEEP);
  queue.drain();
  expect(left).toEqual(['a keep', 'b keep']);
});

test('what failed gives all that waits, also the frame that failed on its way', () => {
  const { judged, decide } = undecided();
  const queue = createFrameQueue<null>(() => {
    throw new Error('broken');
  });
  queue.pass(bytesOf('a'), null, judged);
  queue.pass(bytesOf('b'), null, null);
  decide(KEEP);
  expect(() => queue.drain()).toThrow('broken');

  const rest: string[] = [];
  queue.abandon((bytes) => void rest.push(textOf(bytes)));
  expect([rest, queue.isEmpty()]).toEqual([['a', 'b'], true]);
});

test('it is full before what waits takes too much memory, small frames counted with what they cost', () => {
  const { queue } = createLine();
  const { judged } = undecided();
  queue.pass(bytesOf('a'), null, judged);
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
