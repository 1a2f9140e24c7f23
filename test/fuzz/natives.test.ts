import { expect, test } from 'vitest';
import { namesInSources, runLies } from '../hook/lying-thread.ts';
import { SEED } from './random.ts';

/** All cases take minutes: each run takes one in so many, by its seed. */
const SHARE = 12;

test('a reply comes out clean whatever native the page replaces by a lie, one at a time', async () => {
  const from = Math.abs(SEED) % SHARE;
  const { cases, wrong, stopped } = await runLies({ names: namesInSources(), from, stride: SHARE, locked: null });

  expect(wrong, `FUZZ_SEED=${SEED}`).toEqual([]);
  expect(stopped).toBe(0);
  expect(cases.length).toBeGreaterThan(5000);
});
