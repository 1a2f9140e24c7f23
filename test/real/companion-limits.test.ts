import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Python of an installed Open WebUI: the filter needs pydantic, which the server has. */
const python = process.env.STREAM_FIXER_PYTHON ?? '';

/** Longest time for a whole check: a quadratic filter would take hours. */
const LIMIT_MS = 600_000;

/** Runs one check of test/companion/limits.py. */
async function run<Result>(check: string): Promise<Result> {
  if (python === '')
    throw new Error('Set STREAM_FIXER_PYTHON to the Python of an installed Open WebUI.');
  const child = spawn(
    python,
    [
      '-B',
      resolve(root, 'test/companion/limits.py'),
      resolve(root, 'src/companion/stream_fixer_companion.py'),
      check,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], timeout: LIMIT_MS },
  );
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return (JSON.parse(output) as Readonly<Record<string, Result>>)[check] as Result;
}

test(
  'no text, wherever it is cut, takes more than 2.8 times as long when it is twice as long',
  { timeout: LIMIT_MS },
  async () => {
    const { found, compared } = await run<{ found: unknown[]; compared: number }>('growth');

    expect(found).toEqual([]);
    expect(compared).toBeGreaterThan(100);
  },
);

test(
  'no odd value in any field makes it raise, or costs a later reply its words',
  { timeout: LIMIT_MS },
  async () => {
    const { found, tried } = await run<{ found: unknown[]; tried: number }>('raises');

    expect(found).toEqual([]);
    expect(tried).toBeGreaterThan(1000);
  },
);

test('a reply keeps no more than two lines of 4 kB', { timeout: LIMIT_MS }, async () => {
  expect(await run<number>('memory')).toBeLessThanOrEqual(4097);
});
