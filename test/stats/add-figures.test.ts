import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_FIGURES, type DayFigures } from '../../src/stats/day.ts';
import { addFigures, callTime, hasFigures, LONGEST_CALL, MAX_TOOLS, readFigures } from '../../src/stats/add-figures.ts';

const SOME: DayFigures = {
  replies: 1,
  markers: 2,
  tools: 3,
  imitated: 4,
  events: 5,
  bytes: 6,
  healed: 7,
  repairs: { done: 8 },
  times: { terminal: { calls: 2, sum: 300, longest: 200 } },
};

test('counts are added one by one, the longest duration is kept, and neither side is changed', () => {
  const more: DayFigures = {
    ...SOME,
    repairs: { 'bare-json': 1, done: 1 },
    times: { browser: { calls: 1, sum: 9, longest: 9 }, terminal: { calls: 1, sum: 50, longest: 50 } },
  };
  const before = structuredClone([SOME, more]);

  expect(addFigures(SOME, more)).toEqual({
    replies: 2,
    markers: 4,
    tools: 6,
    imitated: 8,
    events: 10,
    bytes: 12,
    healed: 14,
    repairs: { done: 9, 'bare-json': 1 },
    times: { terminal: { calls: 3, sum: 350, longest: 200 }, browser: { calls: 1, sum: 9, longest: 9 } },
  });
  expect([SOME, more]).toEqual(before);
});

test('sums end where a number is no longer exact', () => {
  expect(addFigures({ ...NO_FIGURES, bytes: Number.MAX_SAFE_INTEGER - 1 }, SOME).bytes).toBe(Number.MAX_SAFE_INTEGER);
});

function toolsFrom(first: number, count: number): DayFigures {
  const names = Array.from({ length: count }, (_, i) => `tool ${first + i}`);
  return { ...NO_FIGURES, times: Object.fromEntries(names.map((name) => [name, { calls: 1, sum: 10, longest: 10 }])) };
}

test('names beyond thirty share one entry, and those that have one keep it', () => {
  const full = addFigures(toolsFrom(0, 20), toolsFrom(15, 30));
  expect(Object.keys(full.times).length).toBe(MAX_TOOLS + 1);
  expect(full.times['']).toEqual({ calls: 15, sum: 150, longest: 10 });

  const later = addFigures(full, toolsFrom(0, 100));
  expect(Object.keys(later.times).length).toBe(MAX_TOOLS + 1);
  expect(later.times['tool 16']?.calls).toBe(3);
  expect(later.times['']?.calls).toBe(85);
});

test('in sums over days every tool is separate', () => {
  expect(Object.keys(addFigures(toolsFrom(0, 30), toolsFrom(30, 30), Number.POSITIVE_INFINITY).times).length).toBe(60);
});

test.each([
  ['terminal', 12.6, 'terminal', 13],
  [null, 5, '', 5],
  ['__proto__', 5, '', 5],
  ['x'.repeat(61), -7, 'x'.repeat(60), 0],
  [`${'x'.repeat(59)}💻`, 1, `${'x'.repeat(59)}\uFFFD`, 1],
  ['slept', LONGEST_CALL * 3, 'slept', LONGEST_CALL],
])('a call of %j over %i ms is stored under %j with %i', (tool, ms, name, time) => {
  expect(Object.entries(callTime(tool, ms))).toEqual([[name, { calls: 1, sum: time, longest: time }]]);
});

test('counts are read unchanged, as a copy, without unknown fields', () => {
  const stored = { ...structuredClone(SOME), more: 'x' };
  const read = readFigures(stored);
  stored.bytes = -1;

  expect(read).toEqual(SOME);
});

test.each([undefined, null, 7, [], 'x', {}, { markers: -1, tools: 1.5, bytes: '7', repairs: ['done'], times: 'long' }])(
  'there is nothing in %j',
  (value) => {
    expect(readFigures(value)).toEqual(NO_FIGURES);
    expect(hasFigures(readFigures(value))).toBe(false);
  },
);

test.each(Object.keys(SOME) as (keyof DayFigures)[])('%s alone counts', (key) => {
  expect(hasFigures({ ...NO_FIGURES, [key]: SOME[key] })).toBe(true);
});

test('made-up durations are capped and consistent', () => {
  const times = JSON.parse(
    '{"__proto__":{"calls":1,"sum":5,"longest":9},"a":{"calls":0,"sum":5},"b":{"calls":2,"sum":1e300,"longest":1e300},"c":7}',
  ) as object;

  expect(readFigures({ times }, 1000).times).toEqual({
    '': { calls: 1, sum: 5, longest: 5 },
    b: { calls: 2, sum: 2 * LONGEST_CALL, longest: LONGEST_CALL },
  });
});

test('any input reads small, and reads back the same', () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.dictionary(fc.string(), fc.record({ calls: fc.nat(), sum: fc.nat(), longest: fc.nat() })),
      (value, times) => {
        for (const read of [readFigures(value), readFigures({ times, repairs: value })]) {
          expect(readFigures(read)).toEqual(read);
          expect(Object.keys(read.times).length).toBeLessThanOrEqual(MAX_TOOLS + 1);
        }
      },
    ),
  );
});
