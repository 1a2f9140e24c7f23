import { expect, test } from 'vitest';
import { addTotals, NO_TOTALS, readStoredTotals, toStoredTotals } from '../../src/stats/totals.ts';

const MOST = Number.MAX_SAFE_INTEGER;
const FOUND = { server: 'hermes', repairs: { done: 3 }, events: 2, unknown: { 'x.progress': 1 } };

test.each([
  [[1, 2, 3], [10, 20, 30], [11, 22, 33]],
  [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
  [[MOST, MOST - 1, 0], [1, 5, MOST], [MOST, MOST, MOST]],
])('%j and %j are %j', (before, more, sum) => {
  const totals = ([markers = 0, tools = 0, imitated = 0]: readonly number[]) => ({ counts: { markers, tools, imitated }, findings: [] });
  expect(addTotals(totals(before), totals(more))).toEqual(totals(sum));
});

test('what was found is added by kind of server', () => {
  const ollama = { ...FOUND, server: 'ollama' };
  const sum = addTotals({ ...NO_TOTALS, findings: [FOUND] }, { ...NO_TOTALS, findings: [ollama, FOUND] });

  expect(sum.findings).toEqual([{ server: 'hermes', repairs: { done: 6 }, events: 4, unknown: { 'x.progress': 2 } }, ollama]);
});

test.each([[[]], [[FOUND]]])('what is stored reads as it was, with the findings %j', (findings) => {
  const totals = { counts: { markers: 1, tools: 2, imitated: 3 }, findings };
  const stored = toStoredTotals(totals);

  expect('findings' in stored).toBe(findings.length > 0);
  expect(readStoredTotals(structuredClone(stored))).toEqual(totals);
});

test('what belongs to no totals is not stored with them', () => {
  const more = { ...NO_TOTALS.counts, replies: 7 };

  expect(toStoredTotals(addTotals(NO_TOTALS, { counts: more, findings: [] }))).toEqual(NO_TOTALS.counts);
});
