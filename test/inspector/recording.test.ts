import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWhole, MAX_FRAMES, MAX_SIZE, MAX_STREAMS, record, type Recording } from '../../src/inspector/recording.ts';
import { frame, news, recorded } from './streams.ts';

function numbers(recording: Recording, stream = 0): readonly number[] {
  return recording[stream]?.frames.map(({ number }) => number) ?? [];
}

test('news of a stream are added to it, a new one stands first', () => {
  let recording = record([], [news({ frames: [frame('a'), frame('b', 'c', ['markers'])] })], 1000);
  recording = record(recording, [news({ stream: 2, way: 'request', frames: [frame('d')] })], 2000);
  recording = record(recording, [news({ frames: [frame('e')], server: 'hermes', over: true })], 3000);

  expect(recording.map(({ stream, began }) => [stream, began])).toEqual([[2, 2000], [1, 1000]]);
  expect(recording[1]).toMatchObject({ count: 3, changed: 1, server: 'hermes', over: true, size: 6 });
  expect(numbers(recording, 1)).toEqual([1, 2, 3]);
});

test('frames that were dropped keep their number from those behind them', () => {
  let recording = record([], [news({ frames: [frame('a')], dropped: 4 })], 0);
  recording = record(recording, [news({ frames: [frame('b')] })], 0);

  expect(numbers(recording)).toEqual([1, 6]);
  expect(recording[0]).toMatchObject({ count: 6, dropped: 4 });
});

test('the oldest streams go first', () => {
  let recording: Recording = [];
  for (let stream = 1; stream <= MAX_STREAMS + 3; stream++) recording = record(recording, [news({ stream })], 0);

  expect(recording.map(({ stream }) => stream)).toEqual(Array.from({ length: MAX_STREAMS }, (_, i) => MAX_STREAMS + 3 - i));
});

test('of a long stream the last frames are kept, with their numbers', () => {
  let recording: Recording = [];
  for (let i = 0; i < 5; i++) recording = record(recording, [news({ frames: Array.from({ length: 1000 }, () => frame('a', '')) })], 0);

  expect(recording[0]).toMatchObject({ count: 5000, changed: 5000, size: MAX_FRAMES });
  expect(numbers(recording).at(0)).toBe(5001 - MAX_FRAMES);
  expect(numbers(recording).at(-1)).toBe(5000);
});

test('whatever comes, no more than the bounds is kept', () => {
  const some = fc.record({ stream: fc.integer({ min: 1, max: 40 }), frames: fc.integer({ min: 0, max: 900 }), size: fc.constantFrom(0, 10, 5000) });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 60 }), (steps) => {
      let recording: Recording = [];
      for (const { stream, frames, size } of steps) {
        const text = 'x'.repeat(size);
        recording = record(recording, [news({ stream, frames: Array.from({ length: frames }, () => frame(text)) })], 0);
      }
      const kept = recording.flatMap((stream) => stream.frames);
      const size = kept.reduce((sum, { before, after }) => sum + before.length + after.length, 0);

      expect(size).toBeLessThanOrEqual(MAX_SIZE);
      expect(recording.reduce((sum, stream) => sum + stream.size, 0)).toBe(size);
      expect(recording.length).toBeLessThanOrEqual(MAX_STREAMS);
      for (const { frames } of recording) expect(frames.length).toBeLessThanOrEqual(MAX_FRAMES);
    }),
    { numRuns: 30 },
  );
});

test('a stream is whole where nothing of it was dropped, forgotten or cut', () => {
  expect(isWhole(recorded({ frames: [frame('a'), frame('b', 'c')] }))).toBe(true);
  expect(isWhole(recorded({ frames: [frame('a')], dropped: 1 }))).toBe(false);
  expect(isWhole(recorded({ frames: [{ ...frame('a'), cut: 1 }] }))).toBe(false);
  expect(isWhole(recorded({ frames: [{ ...frame('a'), from: 1 }] }))).toBe(false);
  expect(isWhole(recorded({ frames: Array.from({ length: MAX_FRAMES + 1 }, () => frame('a')) }))).toBe(false);
});
