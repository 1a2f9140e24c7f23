import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_MESSAGE, MAX_SIDE, readInspected } from '../../src/inspector/inspected.ts';
import { frame, news } from './streams.ts';

test("the hook's report is read unchanged", () => {
  const streams = [
    news({
      frames: [frame('a', 'b', ['done', 'pack/rule'])],
      dropped: 3,
      stopped: true,
      over: true,
      server: 'hermes',
    }),
    news({ stream: 2, way: 'socket' }),
  ];

  expect(readInspected(structuredClone(streams))).toEqual(streams);
});

test.each([null, undefined, 'x', 7, {}, { length: 3 }])('%j is no news', (value) => {
  expect(readInspected(value)).toBe(null);
});

test.each([
  null,
  [],
  'x',
  {},
  { ...news(), way: 'carrier-pigeon' },
  { ...news(), stream: -1 },
  { ...news(), stream: 1.5 },
  { ...news(), stream: '1' },
  { ...news(), dropped: NaN },
  { ...news(), frames: 'many' },
])('%j is no stream', (stream) => {
  expect(readInspected([stream])).toEqual([]);
});

test.each([
  null,
  'x',
  {},
  { ...frame('a'), before: 1 },
  { ...frame('a'), after: null },
  { ...frame('a'), why: 'done' },
  { ...frame('a'), cut: -1 },
])('%j is no frame, and is counted as one that was dropped', (bad) => {
  expect(readInspected([{ ...news(), frames: [bad, frame('a')] }])).toEqual([
    news({ frames: [frame('a')], dropped: 1 }),
  ]);
});

test('unknown fields are dropped', () => {
  const [stream] =
    readInspected([
      { ...news(), html: '<b>', frames: [{ ...frame('a'), onclick: 1, why: ['done', 7, null] }] },
    ]) ?? [];

  expect(stream).toEqual(news({ frames: [frame('a', 'a', ['done'])] }));
});

test('texts that are too long are cut, and marked as cut', () => {
  const long = 'x'.repeat(MAX_SIDE + 7);
  const [stream] =
    readInspected([
      {
        ...news(),
        address: 'a'.repeat(1000),
        frames: [{ ...frame(long, 'y'), why: ['z'.repeat(1000)] }],
      },
    ]) ?? [];

  expect(stream?.address).toHaveLength(300);
  expect(stream?.frames[0]).toMatchObject({ before: 'x'.repeat(MAX_SIDE), after: 'y', cut: 7 });
  expect(stream?.frames[0]?.why[0]).toHaveLength(130);
});

test('one message has a limited size, whatever a page sends', () => {
  const side = fc.integer({ min: 0, max: MAX_SIDE }).map((length) => 'x'.repeat(length));
  const one = fc.record({
    before: side,
    after: side,
    why: fc.constant([]),
    from: fc.constant(0),
    cut: fc.constant(0),
  });
  fc.assert(
    fc.property(fc.array(fc.array(one, { maxLength: 20 }), { maxLength: 5 }), (streams) => {
      const read =
        readInspected(streams.map((frames, stream) => ({ ...news(), stream, frames }))) ?? [];
      const frames = read.flatMap((stream) => stream.frames);

      expect(
        frames.reduce((sum, { before, after }) => sum + before.length + after.length, 0),
      ).toBeLessThanOrEqual(MAX_MESSAGE);
      expect(frames.length + read.reduce((sum, { dropped }) => sum + dropped, 0)).toBe(
        streams.flat().length,
      );
    }),
  );
});

test('any input is read without an error', () => {
  fc.assert(fc.property(fc.anything(), (value) => void readInspected([value])));
});
