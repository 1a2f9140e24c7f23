import { expect, test } from 'vitest';
import { NOTHING, sum, tallyOf, toLines } from './tally.ts';

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
const failing = {
  name: '/r/test/a.test.ts',
  status: 'failed',
  assertionResults: [{ fullName: 'a', status: 'failed', failureMessages: ['Error: no', 'Error: no'] }],
};
const flaky = {
  name: '/r/test/e2e/popup.test.ts',
  status: 'passed',
  assertionResults: [
    { fullName: 'a switch is on', status: 'passed', failureMessages: ['Error: too late\n    at somewhere'] },
    { fullName: 'a switch is off', status: 'passed', failureMessages: [] },
  ],
};

test.each([
  ['a clean run', report({}), true, { passed: 3, failed: 0, skipped: 0, retried: [] }],
  [
    'failed tests',
    report({ numFailedTests: 2, success: false, testResults: [failing] }),
    false,
    { passed: 3, failed: 2, skipped: 0, retried: [] },
  ],
  [
    'skipped and planned tests',
    report({ numPendingTests: 1, numTodoTests: 2 }),
    true,
    { passed: 3, failed: 0, skipped: 3, retried: [] },
  ],
  [
    'a file that cannot be loaded',
    report({ success: false, testResults: [unloadable] }),
    false,
    { passed: 3, failed: 1, skipped: 0, retried: [] },
  ],
  [
    'a test that passed when it was run again',
    report({ testResults: [flaky] }),
    true,
    {
      passed: 3,
      failed: 0,
      skipped: 0,
      retried: ['popup.test.ts: a switch is on (Error: too late)'],
    },
  ],
  ['an error outside of any test', report({}), false, { passed: 3, failed: 1, skipped: 0, retried: [] }],
  ['no report at all', null, false, { passed: 0, failed: 1, skipped: 0, retried: [] }],
])('%s is counted', (_what, json, exitedWell, expected) => {
  expect(tallyOf(json, exitedWell)).toEqual(expected);
});

test('the last line names skipped tests only when there are some', () => {
  expect(toLines({ ...NOTHING, passed: 5, failed: 1 })).toBe('5 passed, 1 failed');
  expect(toLines({ ...NOTHING, passed: 5, skipped: 2 })).toBe('5 passed, 0 failed, 2 skipped');
});

test('a test that passed only when it was run again has a line before', () => {
  expect(toLines({ ...NOTHING, passed: 5, retried: ['a.test.ts: one (Error: x)', 'b.test.ts: two (Error: y)'] })).toBe(
    [
      'Passed only when run again: a.test.ts: one (Error: x)',
      'Passed only when run again: b.test.ts: two (Error: y)',
      '5 passed, 0 failed',
    ].join('\n'),
  );
});

test('counts add up', () => {
  expect(
    sum([
      NOTHING,
      { passed: 1, failed: 2, skipped: 3, retried: ['a'] },
      { passed: 10, failed: 20, skipped: 30, retried: ['b', 'c'] },
    ]),
  ).toEqual({ passed: 11, failed: 22, skipped: 33, retried: ['a', 'b', 'c'] });
});
