import { expect, test } from 'vitest';
import { addDays } from '../../src/stats/calendar.ts';
import { addTotals, NO_TOTALS, readStoredTotals, toStoredTotals, withDay } from '../../src/stats/totals.ts';

const MOST = Number.MAX_SAFE_INTEGER;
const TODAY = '2026-11-22';
const FOUND = { server: 'hermes', repairs: { done: 3 }, events: 2, unknown: { 'x.progress': 1 } };

test.each([
  [
    [1, 2, 3],
    [10, 20, 30],
    [11, 22, 33],
  ],
  [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ],
  [
    [MOST, MOST - 1, 0],
    [1, 5, MOST],
    [MOST, MOST, MOST],
  ],
])('%j and %j are %j', (before, more, sum) => {
  const totals = ([markers = 0, tools = 0, imitated = 0]: readonly number[]) => ({
    ...NO_TOTALS,
    counts: { markers, tools, imitated },
  });
  expect(addTotals(totals(before), totals(more))).toEqual(totals(sum));
});

test('findings are added by kind of server', () => {
  const ollama = { ...FOUND, server: 'ollama' };
  const sum = addTotals({ ...NO_TOTALS, findings: [FOUND] }, { ...NO_TOTALS, findings: [ollama, FOUND] });

  expect(sum.findings).toEqual([
    { server: 'hermes', repairs: { done: 6 }, events: 4, unknown: { 'x.progress': 2 } },
    ollama,
  ]);
});

test.each([[[]], [[FOUND]]])('stored totals read back unchanged, with the findings %j', (findings) => {
  const totals = {
    counts: { markers: 1, tools: 2, imitated: 3 },
    findings,
    recent: { [TODAY]: { markers: 1, tools: 0, imitated: 3 } },
  };
  const stored = toStoredTotals(totals);

  expect('findings' in stored).toBe(findings.length > 0);
  expect(readStoredTotals(structuredClone(stored))).toEqual(totals);
});

test('unknown fields are not stored with them', () => {
  const more = { ...NO_TOTALS.counts, replies: 7 };

  expect(toStoredTotals(addTotals(NO_TOTALS, { ...NO_TOTALS, counts: more }))).toEqual(NO_TOTALS.counts);
  expect(withDay({}, TODAY, { ...more, markers: 2 })).toEqual({ [TODAY]: { markers: 2, tools: 0, imitated: 0 } });
});

test('counts are added by day, and a day without any is not stored', () => {
  const before = {
    [TODAY]: { markers: 1, tools: 2, imitated: 0 },
    '2026-11-20': { markers: 5, tools: 0, imitated: 0 },
  };
  const recent = withDay(withDay({}, TODAY, { markers: 10, tools: 0, imitated: 1 }), '2026-11-21', {
    markers: 0,
    tools: 0,
    imitated: 0,
  });

  expect(addTotals({ ...NO_TOTALS, recent: before }, { ...NO_TOTALS, recent }).recent).toEqual({
    [TODAY]: { markers: 11, tools: 2, imitated: 1 },
    '2026-11-20': { markers: 5, tools: 0, imitated: 0 },
  });
});

test('the newest forty days are stored, in whatever order they came', () => {
  const one = { markers: 1, tools: 1, imitated: 1 };
  const days = Array.from({ length: 60 }, (_, index) => addDays(TODAY, -index));
  const recent = Object.fromEntries([...days.slice(30), ...days.slice(0, 30)].map((day) => [day, one]));

  const stored = readStoredTotals(toStoredTotals({ ...NO_TOTALS, recent })).recent;

  expect(Object.keys(stored).toSorted()).toEqual(days.slice(0, 40).toSorted());
});

test.each([null, 'days', [], { today: { markers: 1 } }, { [TODAY]: 3 }])('invalid days are not read: %j', (recent) => {
  expect(readStoredTotals({ markers: 1, recent }).recent).toEqual({});
});

test('invalid numbers of a day are zeros', () => {
  expect(readStoredTotals({ recent: { [TODAY]: { markers: 'x', tools: 2, imitated: -1 } } }).recent).toEqual({
    [TODAY]: { markers: 0, tools: 2, imitated: 0 },
  });
});
