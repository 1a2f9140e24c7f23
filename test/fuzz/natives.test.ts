import { expect, test } from 'vitest';
import { namesInSources, runLies } from '../hook/lying-thread.ts';
import { SEED } from './random.ts';

/** All cases take minutes, so each run takes a sample that depends on its seed. */
const SHARE = 12;

test('a reply is clean whichever single native the page replaces by a lying one', async () => {
  const from = Math.abs(SEED) % SHARE;
  const { cases, wrong, stopped } = await runLies({ names: namesInSources(), from, stride: SHARE, locked: null });

  expect(wrong, `FUZZ_SEED=${SEED}`).toEqual([]);
  expect(stopped).toBe(0);
  expect(cases.length).toBeGreaterThan(5000);
});
