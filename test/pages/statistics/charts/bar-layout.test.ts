import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  axisOf,
  barsOf,
  dayAt,
  heightOf,
  labelledDays,
  reachOf,
  reachOfList,
} from '../../../../src/pages/statistics/charts/bar-layout.ts';

test.each([
  [0, 1, [1]],
  [1, 1, [1]],
  [3, 1, [1, 2, 3]],
  [5, 1, [2, 4, 6]],
  [9, 1, [5, 10]],
  [40, 1, [10, 20, 30, 40]],
  [41, 1, [20, 40, 60]],
  [123_456, 1, [50_000, 100_000, 150_000]],
  [0.004, 0.01, [0.01]],
  [0.07, 0.01, [0.02, 0.04, 0.06, 0.08]],
  [0.3, 0.01, [0.1, 0.2, 0.3]],
  [1, 0.01, [0.5, 1]],
  [-5, 1, [1]],
])('an axis up to %d in steps of %d has lines at %j', (most, least, lines) => {
  expect(axisOf(most, least)).toEqual({ top: lines.at(-1), lines });
});

test('an axis reaches every value, with at most four lines', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (most) => {
      const { top, lines } = axisOf(most, 1);

      expect(top).toBeGreaterThanOrEqual(most);
      expect(lines.length).toBeLessThanOrEqual(4);
      expect(lines.every(Number.isInteger)).toBe(true);
    }),
  );
});

test.each([
  [0, 100, 0],
  [-1, 100, 0],
  [1, 100, 2],
  [50, 100, 80],
  [100, 100, 160],
  [200, 100, 160],
])('for a value %d below %d a bar is %d high', (value, top, height) => {
  expect(heightOf(value, top, 160)).toBe(height);
});

test('stacked parts are on top of each other, with a seam between', () => {
  expect(barsOf([[10, 20, 0, 10], []], 40, { width: 80, height: 160 })).toEqual([
    {
      x: 4,
      width: 32,
      cut: false,
      parts: [
        { series: 0, y: 120, height: 40 },
        { series: 1, y: 40, height: 79 },
        { series: 3, y: 0, height: 39 },
      ],
    },
    { x: 44, width: 32, cut: false, parts: [] },
  ]);
});

test.each([
  ['nothing', [], 0],
  ['days alike', [9, 10, 11, 12, 8], 12],
  ['one far outlier', [9, 10, 4000, 12, 8], 15],
  ['one that is high, not far higher', [9, 10, 40, 12, 8], 40],
  ['too few days to know what is usual', [10, 4000, 12, 0, 0, 9], 4000],
  ['two outliers among eleven', [...Array<number>(9).fill(10), 900, 1000], 12.5],
  ['two outliers among ten: one is usual then', [...Array<number>(8).fill(10), 900, 1000], 1000],
])('a chart of %s reaches as high as it must', (_, values, reach) => {
  expect(reachOf(values)).toBe(reach);
});

test.each([
  [[40, 20, 10, 30, 20], 40],
  // Two tools that run for minutes, beside others that take seconds.
  [[184, 63, 9.8, 7, 1.2, 0.9], 9.8 * 1.25],
  [[1000, 1, 1], 1000],
  [[0, 0], 1],
])('in a list of %j the bar of %d fills the line', (values, reach) => {
  expect(reachOfList(values)).toBe(reach);
});

test('a bar that is higher than its chart is cut off there, and its parts keep their shares of it', () => {
  expect(barsOf([[300, 100], [10, 0], [40]], 40, { width: 120, height: 160 })).toMatchObject([
    {
      cut: true,
      parts: [
        { series: 0, y: 40, height: 120 },
        { series: 1, y: 0, height: 39 },
      ],
    },
    { cut: false },
    { cut: false },
  ]);
});

test('if an outlier is cut off, every other day keeps its height relative to the others', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 5, maxLength: 60 }),
      fc.integer({ min: 100_000, max: 1e9 }),
      (usual, outlier) => {
        const { top } = axisOf(reachOf([...usual, outlier]), 1);

        expect(top).toBeLessThanOrEqual(Math.max(...usual) * 4);
        expect(top).toBeGreaterThanOrEqual(Math.max(...usual) > 1 ? Math.max(...usual) : 1);
      },
    ),
  );
});

test('bars never leave the plot sideways, nor overlap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 180, max: 800 }), (days, width) => {
      const bars = barsOf(
        Array.from({ length: days }, () => [1]),
        1,
        { width, height: 100 },
      );

      expect(bars.at(-1)!.x + bars.at(-1)!.width).toBeLessThanOrEqual(width);
      for (const [index, bar] of bars.entries())
        expect(bar.x + bar.width).toBeLessThan(bars[index + 1]?.x ?? Number.POSITIVE_INFINITY);
    }),
  );
});

test.each([
  [0, 0],
  [9.9, 0],
  [10, 1],
  [69, 6],
  [70, 6],
  [-30, 0],
  [900, 6],
  [Number.NaN, 0],
])('%d pixels from the start of a week 70 pixels wide is day %d', (x, day) => {
  expect(dayAt(x, 70, 7)).toBe(day);
});

test.each([
  [7, 640, [0, 1, 2, 3, 4, 5, 6]],
  [7, 240, [0, 2, 4, 6]],
  [30, 640, [1, 8, 15, 22, 29]],
  [30, 240, [1, 15, 29]],
  [90, 640, [5, 19, 33, 47, 61, 75, 89]],
  [90, 240, [29, 59, 89]],
  [90, 20, [89]],
])('of %d days over %d pixels, %j are named', (days, width, named) => {
  expect(labelledDays(days, width)).toEqual(named);
});
