import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wallTime, spanOn, timeAxis } from '../../../src/badges/reply/timeline.ts';
import type { Stretch } from '../../../src/badges/reply/timeline.ts';

const stretch: fc.Arbitrary<Stretch> = fc
  .record({
    from: fc.integer({ min: 0, max: 100_000 }),
    length: fc.integer({ min: 0, max: 20_000 }),
  })
  .map(({ from, length }) => ({ from, to: from + length }));

test('the waiting time spans from the first beginning to the last end', () => {
  expect(
    wallTime([
      { from: 0, to: 3000 },
      { from: 1000, to: 4000 },
      { from: 10_000, to: 12_000 },
    ]),
  ).toBe(12_000);
  expect(wallTime([])).toBe(0);
});

test('an axis spans from the first beginning to the last end, in any order', () => {
  const axis = timeAxis([
    { from: 6000, to: 10_000 },
    { from: 0, to: 2000 },
    { from: 1000, to: 4000 },
  ]);

  expect(axis).toEqual({ start: 0, length: 10_000, waits: [{ from: 0.4, to: 0.6 }] });
});

test.each<[string, Stretch[]]>([
  ['no call', []],
  ['one alone', [{ from: 0, to: 60_000 }]],
  [
    'a moment',
    [
      { from: 0, to: 300 },
      { from: 400, to: 999 },
    ],
  ],
])('%s has no axis', (_what, stretches) => {
  expect(timeAxis(stretches)).toBeNull();
});

test('calls that touch leave no wait between', () => {
  expect(
    timeAxis([
      { from: 0, to: 1000 },
      { from: 1000, to: 2000 },
    ])?.waits,
  ).toEqual([]);
});

test('the axis is as long as the waiting time, and every call lies on it outside of all waits', () => {
  fc.assert(
    fc.property(fc.array(stretch, { minLength: 2, maxLength: 30 }), (stretches) => {
      const axis = timeAxis(stretches);
      if (!axis) return;
      expect(axis.length).toBe(wallTime(stretches));
      for (const one of stretches) {
        const { from, to } = spanOn(axis, one);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(1);
        expect(to).toBeGreaterThanOrEqual(from);
        for (const wait of axis.waits) expect(to <= wait.from || from >= wait.to).toBe(true);
      }
    }),
  );
});
