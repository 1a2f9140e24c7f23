import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/**
 * Python of an installed Open WebUI: the filter needs pydantic and aiohttp, which the server has.
 */
const python = process.env.STREAM_FIXER_PYTHON ?? '';

/** Runs jobs of test/companion/run_filter.py, all in one Python. */
export function runFilter<Result>(jobs: readonly object[]): Result[] {
  if (python === '')
    throw new Error('Set STREAM_FIXER_PYTHON to the Python of an installed Open WebUI.');
  const result = spawnSync(
    python,
    [
      '-B',
      resolve(root, 'test/companion/run_filter.py'),
      resolve(root, 'src/companion/stream_fixer_companion.py'),
    ],
    {
      input: jobs.map((job) => JSON.stringify(job) + '\n').join(''),
      encoding: 'utf8',
      maxBuffer: 1e9,
    },
  );
  if (result.status !== 0) throw new Error(result.stderr);
  return result.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Result);
}

/** Runs one of them. */
export function runFilterOnce<Result>(job: object): Result {
  const [result] = runFilter<Result>([job]);
  if (result === undefined) throw new Error('no answer');
  return result;
}
