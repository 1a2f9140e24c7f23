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
  if (python === '') throw new Error('Set STREAM_FIXER_PYTHON to the Python of an installed Open WebUI.');
  const child = spawn(
    python,
    ['-B', resolve(root, 'test/companion/limits.py'), resolve(root, 'src/companion/stream_fixer_companion.py'), check],
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

test('no pattern backtracks over a text', { timeout: LIMIT_MS }, async () => {
  const { found, names, elsewhere, untried } = await run<{
    found: unknown[];
    names: string[];
    elsewhere: string[];
    untried: string[];
  }>('patterns');

  expect(found).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['FENCE_OPENS', 'MISFIT', 'NOTABLE_LINE']));
  // Every pattern has a name, and those used for searching are tested as such.
  expect([elsewhere, untried]).toEqual([[], []]);
});

test('no search for secrets holds the server up', { timeout: LIMIT_MS }, async () => {
  const [longest, ...where] = await run<[ms: number, text: string, pattern: string]>('secrets');

  // On a busy machine 1.7 ms.
  expect(longest, where.join(' in ')).toBeLessThan(10);
});

test('the event loop of the server is never blocked for long', { timeout: LIMIT_MS }, async () => {
  const { delta, step, histories } = await run<{
    delta: [ms: number, text: string];
    step: [ms: number, text: string];
    histories: Readonly<Record<string, number>>;
  }>('stalls');

  // On a busy machine 0.8 and 0.7 ms, for texts of nothing but markers; 2.1 and 17 ms when each of them was an object.
  expect(delta[0], delta[1]).toBeLessThan(3);
  expect(step[0], step[1]).toBeLessThan(5);
  // On a busy machine 16, 14, 37 and 160 ms. The last text has a hundred thousand markers: `findall` with NOTABLE_LINE
  // alone takes 49 ms for it, and the simplest pattern for one emoji 16 ms, so Python cannot clean it in 20 ms.
  const limits = {
    'a marker per 1000 characters': 50,
    'a marker per 165 characters': 50,
    'nothing but markers': 120,
    'markers with words between': 480,
  };
  expect(Object.keys(histories)).toEqual(Object.keys(limits));
  for (const [name, limit] of Object.entries(limits)) expect(histories[name], name).toBeLessThan(limit);
});

test('no odd value in any field makes it raise, or costs a later reply its words', { timeout: LIMIT_MS }, async () => {
  const { found, tried } = await run<{ found: unknown[]; tried: number }>('raises');

  expect(found).toEqual([]);
  expect(tried).toBeGreaterThan(1000);
});

test('a reply keeps no more than two lines of 4 kB', { timeout: LIMIT_MS }, async () => {
  expect(await run<number>('memory')).toBeLessThanOrEqual(4097);
});
