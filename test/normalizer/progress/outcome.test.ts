import { expect, test } from 'vitest';
import {
  isOpen,
  isRefused,
  outcomeOf,
  readResult,
} from '../../../src/normalizer/progress/outcome.ts';
import CASES from '../../companion/outcome-cases.json' with { type: 'json' };

// Results in the record of Hermes 0.16 to 0.22, as recorded. test/real/companion-asks.test.ts reads them in the companion.
test.each(CASES)('$name', ({ result, outcome, receipt }) => {
  expect(outcomeOf(result)).toBe(outcome);
  expect(readResult(result)).toEqual({ phase: outcome, receipt });
});

test.each([
  [isOpen, ['running', 'waiting']],
  [isRefused, ['denied', 'blocked', 'timed-out']],
])('%o', (is, statuses) => {
  const all = [
    'running',
    'waiting',
    'ran',
    'failed',
    'denied',
    'blocked',
    'timed-out',
    'unknown',
    'ended',
  ] as const;
  expect(all.filter(is)).toEqual(statuses);
});
