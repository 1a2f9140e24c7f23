import { expect, test } from 'vitest';
import { DEFAULT_REPAIRS } from '../../../../src/normalizer/repairs/all-repairs.ts';
import {
  createStreamRepairs,
  type StreamRepairs,
} from '../../../../src/normalizer/repairs/stream-repairs.ts';
import { bytesOf, textOf } from '../../splits.ts';

type Fields = Record<string, unknown>;

/** The repairs of tool calls: the chunks here have no first one with a role. */
const TOOL_CALLS = new Set([...DEFAULT_REPAIRS].filter((id) => id !== 'first-role'));

/** @returns the chunks that leave for this one; 'unchanged' for one without anything to repair */
function leave(repairs: StreamRepairs, message: object): unknown[] {
  const data = JSON.stringify(message);
  const bytes = bytesOf(data);
  const fields = { event: null, data, rewrite: (text: string) => text };
  const out = repairs.leave(bytes, { fields, json: JSON.parse(data) as unknown, sound: null });
  return out.map((part) => (part === bytes ? 'unchanged' : (JSON.parse(textOf(part)) as unknown)));
}

test('choices beyond the limit stay unchanged', () => {
  const repairs = createStreamRepairs(new Set(['tool-call-index']));
  const changed = Array.from({ length: 66 }, (_, index) =>
    leave(repairs, {
      choices: [{ index, delta: { tool_calls: [{ id: 'a', function: { name: 'f' } }] } }],
    }),
  ).filter(([part]) => part !== 'unchanged');
  expect(changed).toHaveLength(64);
});

test('the calls of one choice do not affect those of another', () => {
  const repairs = createStreamRepairs(TOOL_CALLS);
  const said = (index: number, entry: object): Fields => ({
    choices: [{ index, delta: { tool_calls: [entry] } }],
  });
  leave(repairs, said(0, { id: 'a', function: { name: 'f', arguments: '' } }));
  expect(leave(repairs, said(1, { id: 'b', function: { name: 'g', arguments: '' } }))).toEqual([
    said(1, { id: 'b', function: { name: 'g', arguments: '' }, index: 0 }),
  ]);
});
