import { Worker } from 'node:worker_threads';
import { SEED } from './random.ts';

/** No single case takes a second; on a busy machine five were too few. */
const LONGEST_CASE_MS = 120_000;

/**
 * A time limit of vitest cannot end work that never yields, so a separate thread ends this process,
 * which fails the run.
 */
const SOURCE = `
const { writeSync } = require('node:fs');
const { workerData } = require('node:worker_threads');
const [turns, label, seed, limit] = workerData;
let seen = -1;
let since = Date.now();
setInterval(() => {
  const turn = Atomics.load(turns, 0);
  if (turn !== seen) [seen, since] = [turn, Date.now()];
  else if (Date.now() - since > limit) {
    writeSync(2, 'FUZZ_SEED=' + seed + ' ' + label + ', case ' + turn + ': no end within ' + limit / 1000 + ' s\\n');
    process.kill(process.pid, 'SIGKILL');
  }
}, 1000);
`;

/**
 * Runs the cases of one test, and ends this process if one of them does not finish.
 * @param label named in failures
 * @param run one case, from 0; what it throws fails the test with the seed in front
 */
export async function runCases(
  label: string,
  cases: number,
  run: (turn: number) => void | Promise<void>,
): Promise<void> {
  const turns = new Int32Array(new SharedArrayBuffer(4));
  const watchdog = new Worker(SOURCE, {
    eval: true,
    workerData: [turns, label, SEED, LONGEST_CASE_MS],
  });
  // Text that is no JSON is common here, and a stack trace costs more than detecting it.
  const { stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 0;
    for (let turn = 0; turn < cases; turn++) {
      Atomics.store(turns, 0, turn);
      try {
        const running = run(turn);
        if (running) await running;
      } catch (error) {
        throw new Error(
          `FUZZ_SEED=${SEED} ${label}, case ${turn}: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        );
      }
      // The test runner needs a turn now and then.
      if (turn % 500 === 499) await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    await watchdog.terminate();
  }
}
