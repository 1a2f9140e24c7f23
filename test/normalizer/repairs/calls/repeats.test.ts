import { expect, test } from 'vitest';
import { repairedEntries } from '../repaired.ts';
import { isWritten } from './written.ts';

const ID = 'tool-call-repeats';
const CALL = { name: 'get', argued: true, typed: true };

test('known fields are removed, new ones stay', () => {
  const rows: readonly [before: object, after: object][] = [
    [
      { index: 0, id: 'a', type: 'function', function: { name: 'get', arguments: 'x' } },
      { index: 0, function: { arguments: 'x' } },
    ],
    [
      { index: 0, id: 'b', type: 'function', function: { arguments: 'x' } },
      { index: 0, function: { arguments: 'x' } },
    ],
    [
      { index: 0, function: { name: '_weather' } },
      { index: 0, function: { name: '_weather' } },
    ],
    [
      { index: 0, function: { arguments: 'x' } },
      { index: 0, function: { arguments: 'x' } },
    ],
  ];
  for (const [before, after] of rows) {
    const entry = structuredClone(before) as Record<string, unknown>;
    expect([before, isWritten(ID, entry, CALL), entry]).toEqual([
      before,
      JSON.stringify(before) !== JSON.stringify(after),
      after,
    ]);
  }
  const head = { index: 0, id: 'a', function: { name: 'get' } };
  expect(isWritten(ID, head, CALL, true)).toBe(false);
});

test('if calls alternate, the id that distinguishes them stays', () => {
  const entry = (call: number, said: string): object => ({
    index: call,
    id: `call ${call}`,
    function: { arguments: said },
  });
  const heads = [0, 1].map((call) => ({
    index: call,
    id: `call ${call}`,
    type: 'function',
    function: { name: 'f', arguments: '' },
  }));
  const bare = (call: number, said: string): object => ({
    index: call,
    function: { arguments: said },
  });
  expect(
    repairedEntries(
      [heads[0]],
      [heads[1]],
      [entry(0, '{')],
      [entry(0, '}')],
      [entry(1, '{')],
      [entry(1, '}')],
    ),
  ).toEqual([
    [heads[0]],
    [heads[1]],
    [entry(0, '{')],
    [bare(0, '}')],
    [entry(1, '{')],
    [bare(1, '}')],
  ]);
});

test('the id of a call without one stays', () => {
  const entry = { index: 0, id: 'a', function: { arguments: '' } };
  expect(isWritten(ID, entry, { ...CALL, id: '' })).toBe(false);
});

test('the first id of a call keeps the name beside it, even a repeated one; later ones are removed', () => {
  const entry = (said: string): object => ({
    index: 0,
    id: 'a',
    type: 'function',
    function: { name: 'get', arguments: said },
  });
  const head = { index: 0, type: 'function', function: { name: 'get', arguments: '' } };
  expect(repairedEntries([head], [entry('{"a"')], [entry(':1')], [entry('}')])).toEqual([
    [head],
    [entry('')],
    ...['{"a"', ':1', '}'].map((said) => [{ index: 0, function: { arguments: said } }]),
  ]);
});

test('early llama.cpp, with id and name in every delta, becomes one head and fragments', () => {
  const entry = (said: string): object => ({
    index: 0,
    id: 'a',
    type: 'function',
    function: { name: 'final_result', arguments: said },
  });
  expect(repairedEntries([entry('')], [entry('{"a"')], [entry(':1}')])).toEqual([
    [entry('')],
    [{ index: 0, function: { arguments: '{"a"' } }],
    [{ index: 0, function: { arguments: ':1}' } }],
  ]);
});

test('a type that was not sent yet stays, and so does a call whose name came in pieces', () => {
  const entry = { index: 0, id: 'a', type: 'function', function: { name: 'get', arguments: '' } };
  const untyped = structuredClone(entry) as Record<string, unknown>;
  expect([isWritten(ID, untyped, { ...CALL, typed: false }), untyped]).toEqual([
    true,
    { index: 0, type: 'function', function: { arguments: '' } },
  ]);
  expect(isWritten(ID, entry, { ...CALL, inPieces: true })).toBe(false);
});
