import './browser-shape.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DEFAULT_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import { createWarmUp, warmUpStream, type WarmUp } from '../../src/hook/warm-up.ts';

/** @returns a warm-up, and how many times it ran */
function counted(): { readonly warmUp: WarmUp; runs(): number } {
  let runs = 0;
  const warmUp = createWarmUp(() => {
    runs++;
  });
  return { warmUp, runs: () => runs };
}

test('it runs once in a task of its own, however many streams are opened', async () => {
  const { warmUp, runs } = counted();

  warmUp.soon();
  warmUp.soon();
  const atOnce = runs();
  await delay(20);
  warmUp.soon();
  await delay(20);

  expect(atOnce).toBe(0);
  expect(runs()).toBe(1);
});

test('the normalizer of streams runs without an error and reports to nobody', () => {
  warmUpStream(DEFAULT_REPAIRS);
});

test('it does not run behind a reply that has begun', async () => {
  const { warmUp, runs } = counted();

  warmUp.soon();
  warmUp.begun();
  await delay(20);

  expect(runs()).toBe(0);
});

test('an error in it never reaches the page', async () => {
  createWarmUp(() => {
    throw new Error('broken');
  }).soon();
  await delay(20); // an uncaught error fails the test
});
