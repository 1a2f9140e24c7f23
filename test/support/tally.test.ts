import { expect, test } from 'vitest';
import { NOTHING, sum, tallyOf, toLine } from './tally.ts';

function report(change: object): string {
  const clean = {
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    success: true,
    testResults: [],
  };
  return JSON.stringify({ ...clean, ...change });
}

const unloadable = { status: 'failed', assertionResults: [] };
const failing = { status: 'failed', assertionResults: [{}] };

test.each([
  ['a clean run', report({}), true, { passed: 3, failed: 0, skipped: 0 }],
  [
    'failed tests',
    report({ numFailedTests: 2, success: false, testResults: [failing] }),
    false,
    { passed: 3, failed: 2, skipped: 0 },
  ],
  [
    'skipped and planned tests',
    report({ numPendingTests: 1, numTodoTests: 2 }),
    true,
    { passed: 3, failed: 0, skipped: 3 },
  ],
  [
    'a file that cannot be loaded',
    report({ success: false, testResults: [unloadable] }),
    false,
    { passed: 3, failed: 1, skipped: 0 },
  ],
  ['an error outside of any test', report({}), false, { passed: 3, failed: 1, skipped: 0 }],
  ['no report at all', null, false, { passed: 0, failed: 1, skipped: 0 }],
])('%s is counted', (_what, json, exitedWell, expected) => {
  expect(tallyOf(json, exitedWell)).toEqual(expected);
});

test('the last line names skipped tests only when there are some', () => {
  expect(toLine({ passed: 5, failed: 1, skipped: 0 })).toBe('5 passed, 1 failed');
  expect(toLine({ passed: 5, failed: 0, skipped: 2 })).toBe('5 passed, 0 failed, 2 skipped');
});

test('counts add up', () => {
  expect(sum([NOTHING, { passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 }])).toEqual({
    passed: 11,
    failed: 22,
    skipped: 33,
  });
});
