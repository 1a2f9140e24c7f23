import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Python of an installed Open WebUI: the filter needs pydantic, as the server has it. */
const python = process.env.STREAM_FIXER_PYTHON ?? '';

/** Longest time for all of a check: a filter that is quadratic would take hours. */
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
  'no text, however it is cut, takes more than 2.8 times as long when it is twice as long',
  { timeout: LIMIT_MS },
  async () => {
    const { found, compared } = await run<{ found: unknown[]; compared: number }>('growth');

    expect(found).toEqual([]);
    expect(compared).toBeGreaterThan(100);
  },
);

test('no pattern goes back over a text', { timeout: LIMIT_MS }, async () => {
  const { found, names, elsewhere, searches } = await run<{
    found: unknown[];
    names: string[];
    elsewhere: string[];
    searches: number;
  }>('patterns');

  expect(found).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['FENCE_OPENS', 'HERMES_WORDS', 'NOTABLE_LINE']));
  // Every pattern has a name, and the one search is of those that are tried as such.
  expect([elsewhere, searches]).toEqual([[], 1]);
});

test('the event loop of the server never waits for long', { timeout: LIMIT_MS }, async () => {
  const { delta, step, history } = await run<{
    delta: [ms: number, text: string];
    step: [ms: number, text: string];
    history: number;
  }>('stalls');

  // On a busy machine 3.5 and 5 ms, for texts of nothing but markers. Version 1.0.0 took 165 ms for one line of 4 kB.
  expect(delta[0], delta[1]).toBeLessThan(10);
  expect(step[0], step[1]).toBeLessThan(50);
  // On a busy machine 22 ms; 33 ms while every fence was read line by line, 60 ms while all of a text was read twice.
  expect(history).toBeLessThan(60);
});

test('nothing odd in any field makes it raise, nor costs a later reply its words', { timeout: LIMIT_MS }, async () => {
  const { found, tried } = await run<{ found: unknown[]; tried: number }>('raises');

  expect(found).toEqual([]);
  expect(tried).toBeGreaterThan(1000);
});

test('a reply keeps no more than two lines of 4 kB', { timeout: LIMIT_MS }, async () => {
  expect(await run<number>('memory')).toBeLessThanOrEqual(4097);
});
