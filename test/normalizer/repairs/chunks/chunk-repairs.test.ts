import { expect, test } from 'vitest';
import { DEFAULT_REPAIRS } from '../../../../src/normalizer/repairs/all-repairs.ts';
import { createStreamRepairs, type StreamRepairs } from '../../../../src/normalizer/repairs/stream-repairs.ts';
import { bytesOf, textOf } from '../../splits.ts';
import { calls, chunk } from '../repaired.ts';

type Fields = Record<string, unknown>;

/** The repairs of tool calls: the chunks here have no first one with a role. */
const TOOL_CALLS = new Set([...DEFAULT_REPAIRS].filter((id) => id !== 'first-role'));

/** @returns the chunks that leave for this one; the very bytes of a chunk without anything to repair */
function leave(repairs: StreamRepairs, message: object): unknown[] {
  const data = JSON.stringify(message);
  const bytes = bytesOf(data);
  const out = repairs.leave(bytes, { event: null, data, rewrite: (text) => text }, JSON.parse(data));
  return out.map((part) => (part === bytes ? 'unchanged' : (JSON.parse(textOf(part)) as unknown)));
}

test('a chunk without anything to repair has no parts', () => {
  const repairs = createStreamRepairs(TOOL_CALLS, () => expect.unreachable());
  const head = { index: 0, id: 'a', function: { name: 'f', arguments: '' } };
  for (const each of [
    chunk({ content: 'a' }),
    calls(head),
    chunk({}, 'tool_calls'),
    {},
    { choices: null },
    { choices: [null, 3, {}] },
  ]) {
    expect(leave(repairs, each)).toEqual(['unchanged']);
    expect(repairs.waits()).toBe(false);
  }
});

test('only the repairs that are on run', () => {
  const repairs = createStreamRepairs(new Set(['tool-call-index']));
  const entry = { id: '', function: { name: 'f', arguments: { a: 1 } } };
  expect(leave(repairs, calls(entry))).toEqual([calls({ ...entry, index: 0 })]);
});

test('choices beyond the limit stay unchanged', () => {
  const repairs = createStreamRepairs(new Set(['tool-call-index']));
  const changed = Array.from({ length: 66 }, (_, index) =>
    leave(repairs, { choices: [{ index, delta: { tool_calls: [{ id: 'a', function: { name: 'f' } }] } }] }),
  ).filter(([part]) => part !== 'unchanged');
  expect(changed).toHaveLength(64);
});

test('the calls of one choice do not affect those of another', () => {
  const repairs = createStreamRepairs(TOOL_CALLS);
  const said = (index: number, entry: object): Fields => ({ choices: [{ index, delta: { tool_calls: [entry] } }] });
  leave(repairs, said(0, { id: 'a', function: { name: 'f', arguments: '' } }));
  expect(leave(repairs, said(1, { id: 'b', function: { name: 'g', arguments: '' } }))).toEqual([
    said(1, { id: 'b', function: { name: 'g', arguments: '' }, index: 0 }),
  ]);
});

test('a longer name replaces a head only while that waits', () => {
  for (const flushed of [false, true]) {
    const made: string[] = [];
    const repairs = createStreamRepairs(TOOL_CALLS, (id) => made.push(id));
    expect(leave(repairs, calls({ index: 0, id: 'a', function: { name: 'get' } }))).toEqual([]);
    expect(repairs.waits()).toBe(true);
    if (flushed) expect(repairs.flush()).not.toHaveLength(0);
    leave(repairs, calls({ index: 0, id: 'a', function: { name: 'get_weather' } }));
    expect(made.includes('tool-call-growing')).toBe(!flushed);
  }
});
