import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../src/stats/calendar.ts';
import {
  addNews,
  addTimes,
  addToFigures,
  callTime,
  isNothing,
  MAX_TOOLS,
  MOST_TOLD,
  NO_COUNTS,
  NO_NEWS,
  readFigures,
  readNews,
  toStored,
  unknownOf,
  type Counts,
  type Figures,
  type News,
  type ToolTimes,
} from '../../src/stats/figures.ts';

const TODAY = '2026-11-22';
const LONGEST_CALL = 6 * 3_600_000;
const NEWS: News = {
  counts: { markers: 1, tools: 2, imitated: 3 },
  times: { terminal: { calls: 2, sum: 300, longest: 200, last: TODAY } },
  chats: [{ chat: 'c', calls: 5, imitated: 3 }],
  repairs: 3,
  hermes: ['m'],
};
const NONE = readFigures(undefined, TODAY);

function counts(tools: number, imitated = 0, markers = 0): Counts {
  return { markers, tools, imitated };
}

function tools(first: number, count: number, last = TODAY): ToolTimes {
  const names = Array.from({ length: count }, (_, i) => `tool ${first + i}`);
  return Object.fromEntries(names.map((name) => [name, { calls: 1, sum: 10, longest: 10, last }]));
}

/** Figures after calls on these days. */
function after(...days: readonly (readonly [day: string, of: Counts])[]): Figures {
  return days.reduce((sum, [day, of]) => addToFigures(sum, { ...NO_NEWS, counts: of }, day), NONE);
}

test('news add up, and neither side is changed', () => {
  const more: News = {
    ...NEWS,
    times: {
      browser: { calls: 1, sum: 9, longest: 9, last: TODAY },
      terminal: { calls: 1, sum: 50, longest: 50, last: '2026-11-23' },
    },
    hermes: ['n', 'm'],
  };
  const before = structuredClone([NEWS, more]);

  expect(addNews(NEWS, more)).toEqual({
    counts: { markers: 2, tools: 4, imitated: 6 },
    times: {
      terminal: { calls: 3, sum: 350, longest: 200, last: '2026-11-23' },
      browser: { calls: 1, sum: 9, longest: 9, last: TODAY },
    },
    chats: [{ chat: 'c', calls: 10, imitated: 6 }],
    repairs: 6,
    hermes: ['m', 'n'],
  });
  expect([NEWS, more]).toEqual(before);
});

test('news are added to all time and to their day', () => {
  const figures = addToFigures(addToFigures(NONE, NEWS, TODAY), NEWS, '2026-11-23');

  expect(figures).toMatchObject({
    counts: { markers: 2, tools: 4, imitated: 6 },
    days: { [TODAY]: NEWS.counts, '2026-11-23': NEWS.counts },
    times: { terminal: { calls: 4, sum: 600 } },
    repairs: 6,
  });
  expect(addToFigures(NONE, { ...NO_NEWS, repairs: 3 }, TODAY).days).toEqual({});
});

test('an outcome that is known a while after its call belongs to the day, too', () => {
  const called = addToFigures(NONE, { ...NO_NEWS, counts: { ...NO_COUNTS, tools: 1 } }, TODAY);
  const { days } = addToFigures(called, { ...NO_NEWS, counts: { ...NO_COUNTS, failed: 1 } }, TODAY);

  expect(days[TODAY]).toEqual({ ...NO_COUNTS, tools: 1, failed: 1 });
});

test('outcomes add up, are stored and read, and the rest of the calls has none', () => {
  const counts = { ...NO_COUNTS, tools: 5, ran: 2, refused: 1 };
  const figures = addToFigures(
    addToFigures(NONE, { ...NO_NEWS, counts }, TODAY),
    { ...NO_NEWS, counts },
    TODAY,
  );

  expect(figures.counts).toEqual({ markers: 0, tools: 10, imitated: 0, ran: 4, refused: 2 });
  expect(readFigures(toStored(figures), TODAY)).toEqual(figures);
  expect(unknownOf(figures.counts)).toBe(4);
  expect(unknownOf({ ...NO_COUNTS, tools: 3 })).toBe(3);
  expect(unknownOf({ ...NO_COUNTS, tools: 1, ran: 9 })).toBe(0);
});

test('sums end where a number is no longer exact', () => {
  const most = { ...NO_NEWS, counts: counts(Number.MAX_SAFE_INTEGER - 1) };

  expect(addNews(most, { counts: counts(5) }).counts.tools).toBe(Number.MAX_SAFE_INTEGER);
});

test('the calls of the first week are kept by themselves', () => {
  const figures = after(
    [TODAY, counts(0, 0, 9)],
    ['2026-11-23', counts(4, 1)],
    [addDays('2026-11-23', 6), counts(3, 2)],
    [addDays('2026-11-23', 7), counts(50)],
  );

  expect(figures.start).toEqual({ day: '2026-11-23', tools: 7, imitated: 3 });
});

test('calls whose beginning is unknown get no first week', () => {
  const old = readFigures({ tools: 7, imitated: 1 }, TODAY);

  expect(addToFigures(old, NEWS, TODAY).start).toBeNull();
});

test('of too many tools those stay that were called last', () => {
  const full = addTimes(tools(0, MAX_TOOLS, '2026-11-20'), tools(0, 10, TODAY));
  const times = addTimes(full, tools(100, 20, '2026-11-21'));

  expect(Object.keys(times)).toHaveLength(MAX_TOOLS);
  expect(times['tool 0']?.calls).toBe(2);
  expect(times['tool 119']?.calls).toBe(1);
});

test.each([
  ['terminal', 12.6, 'terminal', 13],
  [null, 5, '', 5],
  ['__proto__', 5, '', 5],
  ['x'.repeat(61), -7, 'x'.repeat(60), 0],
  [`${'x'.repeat(59)}💻`, 1, `${'x'.repeat(59)}\uFFFD`, 1],
  ['slept', LONGEST_CALL * 3, 'slept', LONGEST_CALL],
])('a call of %j over %i ms is stored under %j with %i', (tool, ms, name, time) => {
  expect(callTime(tool, ms, TODAY)).toEqual({
    [name]: { calls: 1, sum: time, longest: time, last: TODAY },
  });
});

test('figures read back as they were stored', () => {
  const figures = addToFigures(NONE, NEWS, TODAY);

  expect(readFigures(structuredClone(toStored(figures)), TODAY)).toEqual(figures);
  expect(readFigures({ ...toStored(figures), more: 'x' }, TODAY)).toEqual(figures);
});

test('days and tools of too long ago, and of days to come, are not read', () => {
  const day = { markers: 1, tools: 1, imitated: 1 };
  const recent = {
    [addDays(TODAY, -90)]: day,
    [addDays(TODAY, -89)]: day,
    [addDays(TODAY, 2)]: day,
    today: day,
  };
  const times = { ...tools(0, 1, addDays(TODAY, -90)), ...tools(1, 1, addDays(TODAY, -89)) };
  const figures = readFigures({ recent, times }, TODAY);

  expect(Object.keys(figures.days)).toEqual([addDays(TODAY, -89)]);
  expect(Object.keys(figures.times)).toEqual(['tool 1']);
});

test.each([
  undefined,
  null,
  7,
  [[]],
  'x',
  {},
  {
    markers: -1,
    tools: 1.5,
    imitated: '7',
    recent: 'long',
    times: [3],
    findings: {},
    repairs: {},
    start: { day: 'today' },
  },
  { recent: { [TODAY]: 3 }, times: { terminal: { calls: 1, sum: 2, longest: 2 } } },
])('there is nothing in %j', (value) => {
  const { days, ...rest } = readFigures(value, TODAY);

  expect(rest).toEqual({ counts: NO_COUNTS, times: {}, repairs: 0, start: null });
  expect(Object.values(days).every(isNothing)).toBe(true);
});

test('news are read without unknown fields', () => {
  expect(readNews({ type: 'counts', ...NEWS, origin: 'https://other.example' })).toEqual(NEWS);
});

test.each([
  undefined,
  'counts',
  {},
  { ...NEWS },
  { type: 'repaired', ...NEWS },
  { type: 'counts', counts: 'x' },
])('%j are no news', (value) => {
  expect(readNews(value)).toBeNull();
});

test('what a page makes up is capped', () => {
  const times = JSON.parse(
    `{"__proto__":{"calls":1,"sum":5,"longest":9,"last":"${TODAY}"},"a":{"calls":0,"sum":5,"last":"${TODAY}"},
      "b":{"calls":2,"sum":1e300,"longest":1e300,"last":"${TODAY}"},"c":7,"d":{"calls":1,"sum":1,"longest":1,"last":"x"}}`,
  ) as object;
  const chats = Array.from({ length: 500 }, (_, i) => ({
    chat: `c${i}`,
    calls: 1e15,
    imitated: 1e16,
  }));
  const news = readNews({
    type: 'counts',
    counts: { markers: 1e15, tools: -1 },
    times,
    chats,
    repairs: 'x',
  });

  expect(news?.counts).toEqual(counts(0, 0, MOST_TOLD));
  expect(news?.times).toEqual({
    '': { calls: 1, sum: 5, longest: 5, last: TODAY },
    b: { calls: 2, sum: 2 * LONGEST_CALL, longest: LONGEST_CALL, last: TODAY },
  });
  expect(news?.chats).toHaveLength(50);
  expect(news?.chats[0]).toEqual({ chat: 'c0', calls: MOST_TOLD, imitated: MOST_TOLD });
});

test('any input reads small, and reads back the same', () => {
  const time = fc.record({
    calls: fc.nat(),
    sum: fc.nat(),
    longest: fc.nat(),
    last: fc.constantFrom(TODAY, '2020-01-01'),
  });
  fc.assert(
    fc.property(fc.anything(), fc.dictionary(fc.string(), time), (value, times) => {
      for (const read of [
        readFigures(value, TODAY),
        readFigures({ times, recent: value, start: value }, TODAY),
      ]) {
        expect(readFigures(toStored(read), TODAY)).toEqual(read);
        expect(Object.keys(read.times).length).toBeLessThanOrEqual(MAX_TOOLS);
      }
    }),
  );
});
