import { expect, test } from 'vitest';
import { namesInSources, runLies } from './lying-thread.ts';

/** The full set is in `test/fuzz/natives.test.ts`. */
test('a reply is clean whatever native the page replaces by a lie: a sample', { timeout: 120_000 }, async () => {
  const { cases, wrong, stopped } = await runLies({ names: namesInSources(), from: 0, stride: 97, locked: null });

  expect(wrong).toEqual([]);
  expect(stopped).toBe(0);
  expect(cases.length).toBeGreaterThan(8000);
});

test.each([
  ['Array.prototype', 'push', 'does nothing'],
  ['Array.prototype', 'flatMap', 'throws'],
  ['Array.prototype', '0', 'swallows'],
  ['Map.prototype', 'set', 'does nothing'],
  ['String.prototype', 'indexOf', 'minus one'],
  ['TypedArray.prototype', 'length', 'zero'],
] as const)(
  'every word of the next reply arrives once where the page has locked its lie: %s.%s %s',
  { timeout: 60_000 },
  async (owner, key, lie) => {
    const { wrong, stopped } = await runLies({ names: [], from: 0, stride: 1, locked: [owner, key, lie] });

    expect(wrong).toEqual([]);
    expect(stopped).toBeGreaterThan(0);
  },
);
