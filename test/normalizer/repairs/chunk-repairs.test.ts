import { expect, test } from 'vitest';
import { DEFAULT_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import { createChunkRepairs } from '../../../src/normalizer/repairs/chunk-repairs.ts';
import { calls, chunk } from './repaired.ts';

type Fields = Record<string, unknown>;

test('a chunk without anything to repair has no parts', () => {
  const { repair } = createChunkRepairs(DEFAULT_REPAIRS);
  const head = { index: 0, id: 'a', function: { name: 'f', arguments: '' } };
  for (const each of [chunk({ content: 'a' }), calls(head), chunk({}, 'tool_calls'), {}, { choices: null }, { choices: [null, 3, {}] }]) {
    expect(repair(structuredClone(each) as Fields, false)).toEqual({ parts: null, waits: false, made: [], replaces: null });
  }
});

test('only the repairs that are on are made', () => {
  const { repair } = createChunkRepairs(new Set(['tool-call-index']));
  const entry = { id: '', function: { name: 'f', arguments: { a: 1 } } };
  expect(repair(structuredClone(calls(entry)) as Fields, false).parts).toEqual([calls({ ...entry, index: 0 })]);
});

test('choices beyond the limit stay as they are', () => {
  const { repair } = createChunkRepairs(new Set(['tool-call-index']));
  const parts = Array.from({ length: 66 }, (_, index) =>
    repair({ choices: [{ index, delta: { tool_calls: [{ id: 'a', function: { name: 'f' } }] } }] }, false).parts !== null,
  );
  expect(parts.filter(Boolean)).toHaveLength(64);
});

test('the calls of one choice say nothing of those of another', () => {
  const { repair } = createChunkRepairs(DEFAULT_REPAIRS);
  const said = (index: number, entry: object): Fields => ({ choices: [{ index, delta: { tool_calls: [entry] } }] });
  repair(said(0, { id: 'a', function: { name: 'f', arguments: '' } }), false);
  expect(repair(said(1, { id: 'b', function: { name: 'g', arguments: '' } }), false).parts).toEqual([
    said(1, { id: 'b', function: { name: 'g', arguments: '' }, index: 0 }),
  ]);
});

test('a longer name takes the place of a head only while that waits', () => {
  for (const stillWaits of [true, false]) {
    const { repair } = createChunkRepairs(DEFAULT_REPAIRS);
    expect(repair(calls({ index: 0, id: 'a', function: { name: 'get' } }) as Fields, false)).toEqual({ parts: null, waits: true, made: [], replaces: null });
    expect(repair(calls({ index: 0, id: 'a', function: { name: 'get_weather' } }) as Fields, stillWaits).replaces).toBe(stillWaits ? 'tool-call-growing' : null);
  }
});
