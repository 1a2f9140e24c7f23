import { expect, test } from 'vitest';
import { createFrameQueue } from '../../../src/normalizer/bodies/frame-queue.ts';
import type { Judged, Verdict } from '../../../src/normalizer/reply/judged.ts';
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

  expect([queue.abandon().map(textOf), queue.isEmpty()]).toEqual([['a', 'b'], true]);
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
