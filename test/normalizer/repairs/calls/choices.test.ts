import { expect, test } from 'vitest';
import { DEFAULT_REPAIRS } from '../../../../src/normalizer/repairs/all-repairs.ts';
import {
  createAssembler,
  type Assembler,
} from '../../../../src/normalizer/repairs/calls/assembler.ts';
import { bytesOf, textOf } from '../../splits.ts';

type Fields = Record<string, unknown>;

/** The repairs of tool calls: the chunks here have no first one with a role. */
const TOOL_CALLS = new Set([...DEFAULT_REPAIRS].filter((id) => id !== 'first-role'));

/** @returns the chunks that leave for this one; 'unchanged' for one without anything to repair */
function leave(assembler: Assembler, message: object): unknown[] {
  const data = JSON.stringify(message);
  const bytes = bytesOf(data);
  const fields = { event: null, data, rewrite: (text: string) => text };
  const out = assembler.leave(bytes, { fields, json: JSON.parse(data) as unknown, sound: null });
  return out.map((part) => (part === bytes ? 'unchanged' : (JSON.parse(textOf(part)) as unknown)));
}

test('choices beyond the limit stay unchanged', () => {
  const assembler = createAssembler(new Set(['tool-call-index']));
  const changed = Array.from({ length: 66 }, (_, index) =>
    leave(assembler, {
      choices: [{ index, delta: { tool_calls: [{ id: 'a', function: { name: 'f' } }] } }],
    }),
  ).filter(([part]) => part !== 'unchanged');
  expect(changed).toHaveLength(64);
});

test('the calls of one choice do not affect those of another', () => {
  const assembler = createAssembler(TOOL_CALLS);
  const said = (index: number, entry: object): Fields => ({
    choices: [{ index, delta: { tool_calls: [entry] } }],
  });
  leave(assembler, said(0, { id: 'a', function: { name: 'f', arguments: '' } }));
  expect(leave(assembler, said(1, { id: 'b', function: { name: 'g', arguments: '' } }))).toEqual([
    said(1, { id: 'b', function: { name: 'g', arguments: '' }, index: 0 }),
  ]);
});
