import { expect, test } from 'vitest';
import { outcomeOf, readResult } from '../../../src/normalizer/progress/outcome.ts';
import TABLE from '../../../src/normalizer/tables/outcomes.json' with { type: 'json' };
import RECORDED from '../../companion/results/recorded-results.json' with { type: 'json' };
import FOREIGN from '../../companion/results/foreign-results.json' with { type: 'json' };
import CASES from '../../companion/results/outcome-cases.json' with { type: 'json' };

// test/real/companion-outcomes.test.ts reads all of them in the companion.
test.each(CASES)('$name', ({ result, outcome, receipt, tool = null }) => {
  const { phase, receipt: read } = readResult(result, tool);

  expect([phase, read]).toEqual([outcome, receipt]);
});

test.each(RECORDED)('Hermes $agent, $tool $asked: $outcome', ({ tool, result, outcome }) => {
  expect(outcomeOf(result, tool)).toBe(outcome);
});

// Written after the forms of public servers and tools, and successes as Hermes' source has them.
test.each(FOREIGN)('$name ($tool): $outcome', ({ tool, result, outcome }) => {
  expect(outcomeOf(result, tool)).toBe(outcome);
});

test('each form of the table decides about a recorded result, or one of a case', () => {
  const decided = [...CASES, ...RECORDED, ...FOREIGN].map((row) => {
    const { tool = null, result } = row as { tool?: string; result: unknown };
    return readResult(result, tool).form;
  });
  const names = [
    ...TABLE.texts,
    ...TABLE.forms,
    ...TABLE.parts.map(({ unit }) => ({ name: unit })),
  ];

  expect(names.map(({ name }) => name).filter((name) => !decided.includes(name))).toEqual([]);
});

test('what a tool says cannot lead the reader to what is no own field', () => {
  expect(outcomeOf('{"__proto__": {"success": true}}')).toBe('unknown');
});
