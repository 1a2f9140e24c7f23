import { expect, test } from 'vitest';
import { DEFAULT_REPAIRS } from '../../../../src/normalizer/repairs/all-repairs.ts';
import {
  createChunkRepairs,
  type ChunkRepairs,
  type RepairedChunk,
} from '../../../../src/normalizer/repairs/stream-repairs.ts';
import { calls, chunk } from '../repaired.ts';

type Fields = Record<string, unknown>;

/** The repairs of tool calls: the chunks here have no first one with a role. */
const TOOL_CALLS = new Set([...DEFAULT_REPAIRS].filter((id) => id !== 'first-role'));

/** The chunk as JSON, repaired; its parts parsed again. */
function repaired(
  { repair }: ChunkRepairs,
  message: object,
  stillWaits = false,
): Omit<RepairedChunk, 'parts'> & { parts: unknown[] | null } {
  const text = JSON.stringify(message);
  const { parts, ...more } = repair(JSON.parse(text) as Fields, text, stillWaits);
  return { ...more, parts: parts && parts.map((part) => JSON.parse(part) as unknown) };
}

test('a chunk without anything to repair has no parts', () => {
  const repairs = createChunkRepairs(TOOL_CALLS);
  const head = { index: 0, id: 'a', function: { name: 'f', arguments: '' } };
  for (const each of [
    chunk({ content: 'a' }),
    calls(head),
    chunk({}, 'tool_calls'),
    {},
    { choices: null },
    { choices: [null, 3, {}] },
  ]) {
    expect(repaired(repairs, each)).toEqual({ parts: null, waits: false, passes: false, made: [], replaces: null });
  }
});

test('only the repairs that are on run', () => {
  const repairs = createChunkRepairs(new Set(['tool-call-index']));
  const entry = { id: '', function: { name: 'f', arguments: { a: 1 } } };
  expect(repaired(repairs, calls(entry)).parts).toEqual([calls({ ...entry, index: 0 })]);
});

test('choices beyond the limit stay unchanged', () => {
  const repairs = createChunkRepairs(new Set(['tool-call-index']));
  const parts = Array.from(
    { length: 66 },
    (_, index) =>
      repaired(repairs, { choices: [{ index, delta: { tool_calls: [{ id: 'a', function: { name: 'f' } }] } }] })
        .parts !== null,
  );
  expect(parts.filter(Boolean)).toHaveLength(64);
});

test('the calls of one choice do not affect those of another', () => {
  const repairs = createChunkRepairs(TOOL_CALLS);
  const said = (index: number, entry: object): Fields => ({ choices: [{ index, delta: { tool_calls: [entry] } }] });
  repaired(repairs, said(0, { id: 'a', function: { name: 'f', arguments: '' } }));
  expect(repaired(repairs, said(1, { id: 'b', function: { name: 'g', arguments: '' } })).parts).toEqual([
    said(1, { id: 'b', function: { name: 'g', arguments: '' }, index: 0 }),
  ]);
});

test('a longer name replaces a head only while that waits', () => {
  for (const stillWaits of [true, false]) {
    const repairs = createChunkRepairs(TOOL_CALLS);
    expect(repaired(repairs, calls({ index: 0, id: 'a', function: { name: 'get' } }))).toEqual({
      parts: null,
      waits: true,
      passes: false,
      made: [],
      replaces: null,
    });
    expect(
      repaired(repairs, calls({ index: 0, id: 'a', function: { name: 'get_weather' } }), stillWaits).replaces,
    ).toBe(stillWaits ? 'tool-call-growing' : null);
  }
});
