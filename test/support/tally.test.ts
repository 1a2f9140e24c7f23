import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tallyOf } from './tally.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** What vitest reports of a test with this failure. */
function brokenBy(failure: string): readonly string[] {
  const result = { fullName: 'it works', status: 'failed', failureMessages: [failure] };
  const file = { name: `${HERE}some.test.ts`, status: 'failed', message: '' };
  const report = { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 };
  const testResults = [{ ...file, assertionResults: [result] }];
  return tallyOf(JSON.stringify({ ...report, success: false, testResults }), false).broken;
}

test.each([
  [
    'a hook of a helper',
    `at file:///x/node_modules/vitest/dist/run.js:2133:102\n    at opened (${HERE}site.ts:31:3)\n    at ${HERE}some.test.ts:6:3`,
    'some.test.ts: it works (HookTimeoutError: Late. at test/support/site.ts:31)',
  ],
  [
    'an anonymous function',
    `at ${HERE}some.test.ts:6:3`,
    'some.test.ts: it works (HookTimeoutError: Late. at test/support/some.test.ts:6)',
  ],
  [
    'a module loaded by its address',
    `at open (file://${HERE}site.ts:8:1)`,
    'some.test.ts: it works (HookTimeoutError: Late. at test/support/site.ts:8)',
  ],
  [
    'none of our files',
    'at new Promise (<anonymous>)\n    at file:///x/node_modules/vitest/dist/run.js:2133:102',
    'some.test.ts: it works (HookTimeoutError: Late.)',
  ],
])('a failure says where it was: %s', (_, stack, line) => {
  expect(brokenBy(`HookTimeoutError: Late.\nIf this is long, say so.\n    ${stack}`)).toEqual([
    line,
  ]);
});
