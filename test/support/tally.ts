import { basename } from 'node:path';

/** Counts of a whole run; a check such as the type check counts as one. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Tests that failed and then passed: their file, name and the first line of what was wrong. */
  readonly retried: readonly string[];
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, retried: [] };

/** The parts of vitest's JSON report that count. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly TestResult[];
  }[];
}

interface TestResult {
  readonly fullName: string;
  readonly status: string;
  /** Of a test that passed: of its attempts that did not. */
  readonly failureMessages: readonly string[];
}

export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
    skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
    retried: tallies.flatMap(({ retried }) => retried),
  };
}

/**
 * What ends a run: a line for each test that passed only when it was run again, and last `N passed, N failed`, with
 * `, N skipped` if there are any.
 */
export function toLines({ passed, failed, skipped, retried }: Tally): string {
  const again = retried.map((test) => `Passed only when run again: ${test}\n`).join('');
  return `${again}${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * Counts one run of vitest.
 * @param json what its JSON reporter wrote, or null if it wrote nothing
 * @param exitedWell whether vitest itself found nothing wrong
 * @returns the counts; a file that could not be loaded counts as one failed test, and so does any other failure of
 * vitest
 */
export function tallyOf(json: string | null, exitedWell: boolean): Tally {
  if (json === null) return { ...NOTHING, failed: 1 };
  const report = JSON.parse(json) as Report;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = report.numFailedTests + broken.length;
  const fine = report.success && exitedWell;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !fine ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    retried: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
        .map(({ fullName, failureMessages }) => `${basename(name)}: ${fullName} (${firstLine(failureMessages)})`),
    ),
  };
}

function firstLine([message = '']: readonly string[]): string {
  return message.split('\n', 1)[0] ?? '';
}
