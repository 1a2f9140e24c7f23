import { expect, test } from 'vitest';
import { createCalls, toolCallIndex } from '../../../src/normalizer/repairs/tool-call-index.ts';
import { repairedEntries } from './repaired.ts';

/** The calls that entries are found to belong to, as indexes. */
function indexes(...entries: readonly Record<string, unknown>[]): number[] {
  const known = createCalls();
  return entries.map((entry) => {
    const { call } = known.find(entry);
    call.id ||= typeof entry.id === 'string' ? entry.id : '';
    return call.index;
  });
}

test('an entry is found to belong to its call', () => {
  const f = { name: 'f' };
  const rows: readonly [what: string, entries: readonly Record<string, unknown>[], found: readonly number[]][] = [
    ['indexes of the server stay', [{ index: 0, id: 'a', function: f }, { index: 0 }, { index: 1, id: 'b', function: f }, { index: 1 }, { index: 0 }], [0, 0, 1, 1, 0]],
    ['no index, ids that are new or known', [{ id: 'a', function: f }, { id: 'b', function: f }, { id: 'a' }, {}], [0, 1, 0, 0]],
    ['one index for all, each with id and name', [{ index: 0, id: 'a', function: f }, { index: 0, id: 'b', function: f }, { index: 0 }], [0, 1, 1]],
    ['a new id for each fragment', [{ index: 0, id: 'a', function: f }, { index: 0, id: 'b' }, { index: 0, id: 'c' }], [0, 0, 0]],
    ['a new id for each fragment, without index', [{ id: 'a', function: f }, { id: 'b' }], [0, 0]],
    ['the id of a fragment, later that of a call', [{ id: 'a', function: f }, { id: 'b' }, { id: 'b', function: f }, { id: 'b' }], [0, 0, 1, 1]],
    ['the same id again with its name', [{ index: 0, id: 'a', function: f }, { index: 0, id: 'a', function: f }], [0, 0]],
    ['from the middle of a stream', [{ index: 3 }, { index: 3 }], [3, 3]],
    ['from the middle, without index', [{}, {}], [0, 0]],
    ['an index that another call got', [{ index: 0, id: 'a', function: f }, { index: 0, id: 'b', function: f }, { index: 1, id: 'c', function: f }, { index: 1 }], [0, 1, 2, 2]],
  ];
  for (const [what, entries, found] of rows) expect([what, indexes(...entries)]).toEqual([what, found]);
});

test('only a wrong index is written', () => {
  const call = { index: 1, id: '', name: '', argued: false };
  const entry: Record<string, unknown> = { index: 0 };
  expect([toolCallIndex.repair(entry, call, false), entry, toolCallIndex.repair(entry, call, false)]).toEqual([true, { index: 1 }, false]);
});

test('calls without index and id, whole in one delta, do not run into one', () => {
  const entries = repairedEntries([{ function: { name: 'f', arguments: { a: 1 } } }], [{ function: { name: 'f', arguments: { a: 2 } } }]);
  expect(entries.flat()).toEqual([
    { index: 0, function: { name: 'f', arguments: '' } }, { index: 0, function: { arguments: '{"a":1}' } },
    { index: 1, function: { name: 'f', arguments: '' } }, { index: 1, function: { arguments: '{"a":2}' } },
  ]);
});

test('parallel calls of Ollama, all with index 0, get indexes of their own', () => {
  const call = (id: string): object => ({ index: 0, id, type: 'function', function: { name: 'f', arguments: '{"a":1}' } });
  const entries = repairedEntries([call('a'), call('b')]).flat() as { index: number; id?: string }[];
  expect(entries.map(({ index, id }) => [index, id])).toEqual([[0, 'a'], [0, undefined], [1, 'b'], [1, undefined]]);
});
