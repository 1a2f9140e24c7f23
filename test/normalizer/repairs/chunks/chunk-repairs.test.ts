import { expect, test } from 'vitest';
import { createChunkRepairs } from '../../../../src/normalizer/repairs/stream-repairs.ts';

/** Repairs chunks with one entry of calls in one choice each, one after another. @returns the entries, null if unchanged */
function repaired(entries: readonly (readonly [choice: number, entry: object])[]): unknown[] {
  const { repair } = createChunkRepairs(new Set(['tool-call-index']));
  return entries.map(([index, entry]) => {
    const chunk = { choices: [{ index, delta: { tool_calls: [entry] } }] };
    const [part] = repair(chunk, JSON.stringify(chunk), false).parts ?? [];
    return part === undefined ? null : (JSON.parse(part) as typeof chunk).choices[0]?.delta.tool_calls[0];
  });
}

const ENTRY = { id: 'a', function: { name: 'f', arguments: '' } };

test('choices beyond the limit stay unchanged', () => {
  const all = repaired(Array.from({ length: 66 }, (_, choice) => [choice, ENTRY]));

  expect(all.filter((entry) => entry !== null)).toHaveLength(64);
});

test('the calls of one choice do not affect those of another', () => {
  const other = { id: 'b', function: { name: 'g', arguments: '' } };

  expect(
    repaired([
      [0, ENTRY],
      [1, other],
    ]),
  ).toEqual([
    { ...ENTRY, index: 0 },
    { ...other, index: 0 },
  ]);
});
