import { expect, test } from 'vitest';
import { figuresView } from '../../../../src/pages/popup/figures/figures.tsx';
import { addDays, today } from '../../../../src/stats/calendar.ts';

const EVER = { markers: 40, tools: 30, imitated: 10 };

function counts(markers: number, tools = 0, imitated = 0) {
  return { markers, tools, imitated };
}

/** @param by counts, by how many days ago */
function days(by: Readonly<Record<number, ReturnType<typeof counts>>>) {
  return Object.fromEntries(
    Object.entries(by).map(([ago, of]) => [addDays(today(), -Number(ago)), of]),
  );
}

test.each([
  ['today', days({ 0: counts(0, 3), 1: counts(4) }), counts(0, 3)],
  ['lastDays', days({ 1: counts(4), 13: counts(0, 0, 1), 14: counts(100) }), counts(4, 0, 1)],
  ['lastDays', days({ 0: counts(0), 2: counts(0, 1) }), counts(0, 1)],
  ['ever', days({ 14: counts(100) }), EVER],
  ['ever', {}, EVER],
])('the figures are those of the shortest period with any: %s', (period, of, sums) => {
  expect(figuresView(of, EVER)).toEqual({ period, counts: sums });
});
