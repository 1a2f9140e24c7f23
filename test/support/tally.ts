import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Counts of a whole run; a check such as the type check counts as one. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /**
   * Tests that failed and then passed: their file and name, the first line of what was wrong, and
   * where.
   */
  readonly retried: readonly string[];
  /** Tests that failed, likewise. */
  readonly broken: readonly string[];
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, retried: [], broken: [] };

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
    /** Of a file that could not be loaded. */
    readonly message: string;
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
    broken: tallies.flatMap(({ broken }) => broken),
  };
}

/**
 * What ends a run: a line for each test that passed only when it was run again, one for each that
 * failed, and last `N passed, N failed`, with `, N skipped` if there are any.
 */
export function toLines({ passed, failed, skipped, retried, broken }: Tally): string {
  const again = retried.map((test) => `Passed only when run again: ${test}\n`).join('');
  const failures = broken.map((test) => `Failed: ${test}\n`).join('');
  return `${again}${failures}${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * Counts one run of vitest.
 * @param json what its JSON reporter wrote, or null if it wrote nothing
 * @param exitedWell whether vitest itself found nothing wrong
 * @returns the counts; a file that could not be loaded counts as one failed test, and so does any
 * other failure of vitest
 */
export function tallyOf(json: string | null, exitedWell: boolean): Tally {
  if (json === null) return { ...NOTHING, failed: 1 };
  const report = JSON.parse(json) as Report;
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = report.numFailedTests + unloaded.length;
  const fine = report.success && exitedWell;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !fine ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    retried: testsOf(
      report,
      ({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0,
    ),
    broken: [
      ...unloaded.map(({ name, message }) => `${basename(name)}: ${firstLine(message)}`),
      ...testsOf(report, ({ status }) => status === 'failed'),
    ],
  };
}

/** A line for each test that is chosen; see `Tally`. */
function testsOf({ testResults }: Report, isChosen: (test: TestResult) => boolean): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(isChosen)
      .map(
        ({ fullName, failureMessages: [message] }) =>
          `${basename(name)}: ${fullName} (${firstLine(message)}${placeOf(message)})`,
      ),
  );
}

function firstLine(message = ''): string {
  return (message.split('\n', 1)[0] ?? '').slice(0, 600);
}

/**
 * Of a test with several hooks, only this says which one was late.
 * @returns such as ` at test/e2e/faked-chat.ts:51`, or nothing if none of our files is named
 */
function placeOf(message = ''): string {
  const places = message.matchAll(/^ *at .*?((?:file:\/\/)?\/[^()\n]*):\d+\)?$/gm);
  const ours = [...places]
    .map(([, place = '']) => relative(ROOT, place.replace('file://', '')))
    .find((path) => /^(?:src|test)\//.test(path));
  return ours ? ` at ${ours}` : '';
}
