import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isWhole,
  MAX_FRAMES,
  MAX_SIZE,
  MAX_STREAMS,
  record,
  type Recording,
} from '../../src/inspector/recording.ts';
import { frame, news, recorded } from './streams.ts';

function numbers(recording: Recording, stream = 0): readonly number[] {
  return recording[stream]?.frames.map(({ number }) => number) ?? [];
}

test('news of a stream are added to it, a new one comes first', () => {
  let recording = record([], [news({ frames: [frame('a'), frame('b', 'c', ['markers'])] })], 1000);
  recording = record(recording, [news({ stream: 2, way: 'request', frames: [frame('d')] })], 2000);
  recording = record(
    recording,
    [news({ frames: [frame('e')], server: 'hermes', over: true })],
    3000,
  );

  expect(recording.map(({ stream, began }) => [stream, began])).toEqual([
    [2, 2000],
    [1, 1000],
  ]);
  expect(recording[1]).toMatchObject({ count: 3, changed: 1, server: 'hermes', over: true });
  expect(numbers(recording, 1)).toEqual([1, 2, 3]);
});

test('a stream whose cleaning stopped stays so', () => {
  let recording = record([], [news({ stopped: true })], 0);
  recording = record(recording, [news({ frames: [frame('a')] }), news({ stream: 2 })], 0);

  expect(recording.map(({ stream, stopped }) => [stream, stopped])).toEqual([
    [2, false],
    [1, true],
  ]);
});

test('dropped frames count in the numbers of those after them', () => {
  let recording = record([], [news({ frames: [frame('a')], dropped: 4 })], 0);
  recording = record(recording, [news({ frames: [frame('b')] })], 0);

  expect(numbers(recording)).toEqual([1, 6]);
  expect(recording[0]).toMatchObject({ count: 6, dropped: 4 });
});

/** Finished streams, each reported at once. */
function withRequests(recording: Recording, from: number, count: number, text = 'a'): Recording {
  let next = recording;
  for (let stream = from; stream < from + count; stream++)
    next = record(next, [news({ stream, way: 'request', frames: [frame(text)], over: true })], 0);
  return next;
}

test('the oldest streams are dropped first', () => {
  const recording = withRequests([], 1, MAX_STREAMS + 3);

  expect(recording.map(({ stream }) => stream)).toEqual(
    Array.from({ length: MAX_STREAMS }, (_, i) => MAX_STREAMS + 3 - i),
  );
});

test('a running stream stays while there are finished ones', () => {
  const socket = news({ stream: 1, way: 'socket', frames: [frame('a'), frame('b')] });
  let recording = withRequests(record([], [socket], 0), 2, 3 * MAX_STREAMS);

  expect(recording).toHaveLength(MAX_STREAMS);
  expect(recording.at(-1)).toMatchObject({ stream: 1, count: 2 });
  recording = record(recording, [{ ...socket, frames: [frame('c')] }], 0);
  expect(numbers(recording, MAX_STREAMS - 1)).toEqual([1, 2, 3]);
});

test('if all streams are running, the oldest is dropped all the same, and the newest stays', () => {
  let recording: Recording = [];
  for (let stream = 1; stream <= MAX_STREAMS + 1; stream++)
    recording = record(recording, [news({ stream })], 0);
  recording = withRequests(recording, 100, 1);

  expect(recording.map(({ stream }) => stream)).toEqual([
    100,
    ...Array.from({ length: MAX_STREAMS - 1 }, (_, i) => MAX_STREAMS + 1 - i),
  ]);
});

test('a stream with too much text loses its first frames and keeps its count', () => {
  const text = 'x'.repeat(MAX_SIZE / 8);
  const recording = record(
    [],
    [news({ frames: Array.from({ length: 6 }, () => frame(text)) }), news({ stream: 2 })],
    0,
  );

  expect(numbers(recording, 1)).toEqual([3, 4, 5, 6]);
  expect(recording[1]).toMatchObject({ count: 6 });
  expect(isWhole(recording[1] ?? recorded({}))).toBe(false);
});

test('the last frames of a long stream are kept, with their numbers', () => {
  let recording: Recording = [];
  for (let i = 0; i < 5; i++)
    recording = record(
      recording,
      [news({ frames: Array.from({ length: 1000 }, () => frame('a', '')) })],
      0,
    );

  expect(recording[0]).toMatchObject({ count: 5000, changed: 5000 });
  expect(numbers(recording).at(0)).toBe(5001 - MAX_FRAMES);
  expect(numbers(recording).at(-1)).toBe(5000);
});

test('whatever arrives, no more than the limits is kept', () => {
  const some = fc.record({
    stream: fc.integer({ min: 1, max: 40 }),
    over: fc.boolean(),
    frames: fc.integer({ min: 0, max: 900 }),
    size: fc.constantFrom(0, 10, 5000),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 60 }), (steps) => {
      let recording: Recording = [];
      for (const { stream, over, frames, size } of steps) {
        const text = 'x'.repeat(size);
        recording = record(
          recording,
          [news({ stream, over, frames: Array.from({ length: frames }, () => frame(text)) })],
          0,
        );
      }

      expect(recording.length).toBeLessThanOrEqual(MAX_STREAMS);
      for (const { frames } of recording) {
        const size = frames.reduce(
          (sum, { before, after }) => sum + before.length + after.length,
          0,
        );
        expect([frames.length <= MAX_FRAMES, size <= MAX_SIZE]).toEqual([true, true]);
      }
    }),
    { numRuns: 30 },
  );
});

test('a stream is whole if nothing of it was dropped, deleted or cut', () => {
  expect(isWhole(recorded({ frames: [frame('a'), frame('b', 'c')] }))).toBe(true);
  expect(isWhole(recorded({ frames: [frame('a')], dropped: 1 }))).toBe(false);
  expect(isWhole(recorded({ frames: [{ ...frame('a'), cut: 1 }] }))).toBe(false);
  expect(isWhole(recorded({ frames: [{ ...frame('a'), from: 1 }] }))).toBe(false);
  expect(
    isWhole(recorded({ frames: Array.from({ length: MAX_FRAMES + 1 }, () => frame('a')) })),
  ).toBe(false);
});
