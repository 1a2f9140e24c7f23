import { stringOf } from '../../../../src/normalizer/dialects/fields.ts';
import { expect, test } from 'vitest';
import { createCalls, toolCallIndex } from '../../../../src/normalizer/repairs/tool-calls/tool-call-index.ts';
import { bytesOf, normalizeCut, textOf } from '../../splits.ts';
import { calls, entriesOf, repairedEntries, sse } from '../repaired.ts';

/** The calls that entries are assigned to, as indices; null beyond the limit. */
function indexes(...entries: readonly Record<string, unknown>[]): (number | null)[] {
  const known = createCalls();
  return entries.map((entry) => {
    const call = known.find(entry)?.call;
    if (!call) return null;
    call.id ||= stringOf(entry.id);
    call.name ||= stringOf((entry.function as { name?: unknown } | undefined)?.name);
    return call.index;
  });
}

test('an entry is assigned to its call', () => {
  const f = { name: 'f' };
  const rows: readonly [what: string, entries: readonly Record<string, unknown>[], found: readonly number[]][] = [
    [
      'indexes of the server stay',
      [
        { index: 0, id: 'a', function: f },
        { index: 0 },
        { index: 1, id: 'b', function: f },
        { index: 1 },
        { index: 0 },
      ],
      [0, 0, 1, 1, 0],
    ],
    [
      'no index, ids that are new or known',
      [{ id: 'a', function: f }, { id: 'b', function: f }, { id: 'a' }, {}],
      [0, 1, 0, 0],
    ],
    [
      'one index for all, each with id and name',
      [{ index: 0, id: 'a', function: f }, { index: 0, id: 'b', function: f }, { index: 0 }],
      [0, 1, 1],
    ],
    [
      'a new id for each fragment',
      [
        { index: 0, id: 'a', function: f },
        { index: 0, id: 'b' },
        { index: 0, id: 'c' },
      ],
      [0, 0, 0],
    ],
    ['a new id for each fragment, without index', [{ id: 'a', function: f }, { id: 'b' }], [0, 0]],
    [
      'the id of a fragment, later that of a call',
      [{ id: 'a', function: f }, { id: 'b' }, { id: 'b', function: f }, { id: 'b' }],
      [0, 0, 1, 1],
    ],
    [
      'the same id again with its name',
      [
        { index: 0, id: 'a', function: f },
        { index: 0, id: 'a', function: f },
      ],
      [0, 0],
    ],
    ['from the middle of a stream', [{ index: 3 }, { index: 3 }], [3, 3]],
    ['from the middle, without index', [{}, {}], [0, 0]],
    [
      'an index that another call got',
      [
        { index: 0, id: 'a', function: f },
        { index: 0, id: 'b', function: f },
        { index: 1, id: 'c', function: f },
        { index: 1 },
      ],
      [0, 1, 2, 2],
    ],
    [
      'no index at all: the numbering of a list does not go that far',
      [{ index: 2 ** 53, id: 'a', function: f }, { index: 2 ** 53, id: 'b', function: f }, { index: 2 ** 53 }],
      [0, 1, 1],
    ],
    [
      'numbers that are no place in a list, each its own call',
      [-1e300, Infinity, -1, 0.5, 10_001, 1e300].flatMap((index) => [
        { index, id: `${index}`, function: f },
        { index },
      ]),
      [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5],
    ],
    [
      'the highest index that is one',
      [
        { index: 10_000, id: 'a', function: f },
        { index: 10_000, id: 'b', function: f },
      ],
      [10_000, 10_001],
    ],
    [
      'an index that leaves a gap, in an entry that will be split',
      [
        { index: 1, id: 'a', function: { name: 'f', arguments: '{' } },
        { index: 1 },
        { index: 0, id: 'b', function: f },
      ],
      [0, 0, 1],
    ],
    [
      'an index as text',
      [{ index: '1', id: 'a', function: f }, { index: '0', id: 'b', function: f }, { index: '1' }, { index: 1 }],
      [1, 0, 1, 1],
    ],
    [
      'indexes that are no numbers, each its own call',
      ['x', true, null].flatMap((index) => [{ index, id: `${index}`, function: f }, { index }]),
      [0, 0, 1, 1, 2, 2],
    ],
    [
      'alternating calls with indexes that are no numbers',
      [
        { index: null, id: 'a', function: f },
        { index: true, id: 'b', function: f },
        { index: null },
        { index: true },
        { index: null },
      ],
      [0, 1, 0, 1, 0],
    ],
    [
      'no number, and another one with every fragment',
      [{ index: 'x', id: 'a', function: f }, { index: 'y' }, { index: 'z', id: 'b' }, { index: 'x', id: 'c' }],
      [0, 0, 0, 0],
    ],
    [
      'an id that arrives late, with the name again or for the first time',
      [{ function: f }, { id: 'a', function: f }, {}, { id: 'b' }, { id: 'b', function: f }],
      [0, 0, 0, 0, 1],
    ],
    [
      'one id for all, under indexes that are no numbers',
      ['x', true].flatMap((index) => [{ index, id: 'a', function: f }, { index }]),
      [0, 0, 1, 1],
    ],
    [
      'names without id under indexes that are no numbers',
      [{ index: 'x', function: f }, { index: 'y', function: f }, { index: 'x' }],
      [0, 1, 0],
    ],
  ];
  for (const [what, entries, found] of rows) expect([what, indexes(...entries)]).toEqual([what, found]);
});

test('only a wrong index is changed', () => {
  const call = { index: 1, id: '', name: '', argued: false };
  const entry: Record<string, unknown> = { index: 0 };
  expect([
    toolCallIndex.repair(entry, call, false, () => ''),
    entry,
    toolCallIndex.repair(entry, call, false, () => ''),
  ]).toEqual([true, { index: 1 }, false]);
});

test('calls without index and id, whole in one delta, are not merged', () => {
  const entries = repairedEntries(
    [{ function: { name: 'f', arguments: { a: 1 } } }],
    [{ function: { name: 'f', arguments: { a: 2 } } }],
  );
  expect(entries.flat()).toEqual([
    { index: 0, function: { name: 'f', arguments: '' } },
    { index: 0, function: { arguments: '{"a":1}' } },
    { index: 1, function: { name: 'f', arguments: '' } },
    { index: 1, function: { arguments: '{"a":2}' } },
  ]);
});

test('parallel calls of Ollama, all with index 0, get separate indices', () => {
  const call = (id: string): object => ({
    index: 0,
    id,
    type: 'function',
    function: { name: 'f', arguments: '{"a":1}' },
  });
  const entries = repairedEntries([call('a'), call('b')]).flat() as { index: number; id?: string }[];
  expect(entries.map(({ index, id }) => [index, id])).toEqual([
    [0, 'a'],
    [0, undefined],
    [1, 'b'],
    [1, undefined],
  ]);
});

test('a new call gets the next index without a search, and the calls of one choice are limited', () => {
  const found = indexes(...Array.from({ length: 10_002 }, (_, i) => ({ id: `call ${i}`, function: { name: 'f' } })));
  expect([found[0], found[9_999], found[10_000], found[10_001]]).toEqual([0, 9_999, null, null]);
});

test('entries of calls beyond the limit stay unchanged', () => {
  const body = sse(
    calls(...Array.from({ length: 10_001 }, (_, i) => ({ id: `call ${i}`, function: { name: 'f', arguments: '' } }))),
  );
  const entries = entriesOf(
    textOf(normalizeCut(bytesOf(body), [], { repairs: new Set(['tool-call-index']) }).bytes),
  ).flat();
  expect([entries[9_999], entries[10_000]]).toEqual([
    { id: 'call 9999', function: { name: 'f', arguments: '' }, index: 9_999 },
    { id: 'call 10000', function: { name: 'f', arguments: '' } },
  ]);
});

test('a second name after arguments is another call, even with the same id and index', () => {
  const head = (name: string): object => ({ index: 0, id: 'a', type: 'function', function: { name, arguments: '' } });
  const rest = { index: 0, function: { arguments: '{"a":1}' } };
  expect(repairedEntries([head('f')], [rest], [head('g')], [rest])).toEqual([
    [head('f')],
    [rest],
    [{ ...head('g'), index: 1 }],
    [{ ...rest, index: 1 }],
  ]);
});

/** An entry, as short as a row of a table needs it. */
function entry(id: string | null, name: string | null, args: string, index: number | null = 0): object {
  const said = { ...(name !== null && { name }), arguments: args };
  return { ...(index !== null && { index }), ...(id !== null && { id, type: 'function' }), function: said };
}

test('complete arguments tell calls that share an index or an id from repeated heads', () => {
  const rows: readonly [what: string, before: readonly object[], after: readonly object[]][] = [
    [
      'a new id with every delta, and the name again: one call, unchanged',
      [entry('a', 'f', ''), entry('b', 'f', '{"a"'), entry('c', 'f', ':1}')],
      [entry('a', 'f', ''), entry('b', 'f', '{"a"'), entry('c', 'f', ':1}')],
    ],
    [
      'a new id and the same name behind whole arguments: another call',
      [entry('a', 'f', ''), entry(null, null, '{"a":"}"}'), entry('b', 'f', ''), entry(null, null, '{}')],
      [entry('a', 'f', ''), entry(null, null, '{"a":"}"}'), entry('b', 'f', '', 1), entry(null, null, '{}', 1)],
    ],
    [
      'a name that grows, with a new id: one call',
      [entry('a', 'get', ''), entry('b', 'get_time', ''), entry(null, null, '{}')],
      [entry('a', 'get', ''), entry('b', 'get_time', ''), entry(null, null, '{}')],
    ],
    [
      'one id and one index, another name behind empty but whole arguments: another call',
      [entry('a', 'f', ''), entry(null, null, '{}'), entry('a', 'g', ''), entry(null, null, '{}')],
      [entry('a', 'f', ''), entry(null, null, '{}'), entry('a', 'g', '', 1), entry(null, null, '{}', 1)],
    ],
    [
      'one id, one index and one name: undecidable, so unchanged',
      [entry('a', 'f', ''), entry(null, null, '{"a":1}'), entry('a', 'f', ''), entry(null, null, '{"a":2}')],
      [entry('a', 'f', ''), entry(null, null, '{"a":1}'), entry('a', 'f', ''), entry(null, null, '{"a":2}')],
    ],
    [
      'alternating calls, one of them without an index',
      [
        entry('a', 'f', '', null),
        entry('b', 'g', '', 7),
        entry(null, null, '{"a"', 7),
        entry(null, null, '{', null),
        entry(null, null, ':1}', 7),
        entry(null, null, '}', null),
      ],
      [
        entry('a', 'f', ''),
        entry('b', 'g', '', 7),
        entry(null, null, '{"a"', 7),
        entry(null, null, '{'),
        entry(null, null, ':1}', 7),
        entry(null, null, '}'),
      ],
    ],
    [
      'neither id nor index, the same name behind whole arguments: another call',
      [
        entry(null, 'f', '', null),
        entry(null, null, '{"a"', null),
        entry(null, null, ':1}', null),
        entry(null, 'f', '', null),
        entry(null, null, '{}', null),
      ],
      [
        entry(null, 'f', ''),
        entry(null, null, '{"a"'),
        entry(null, null, ':1}'),
        entry(null, 'f', '', 1),
        entry(null, null, '{}', 1),
      ],
    ],
    [
      'one id without index, another name behind whole arguments: another call, which the id then means',
      [
        entry('a', 'f', '', null),
        entry(null, null, '{}', null),
        entry('a', 'g', '', null),
        entry(null, null, '{"a":', null),
        entry('a', null, '1}', null),
      ],
      [
        entry('a', 'f', ''),
        entry(null, null, '{}'),
        entry('a', 'g', '', 1),
        entry(null, null, '{"a":', 1),
        entry(null, null, '1}', 1),
      ],
    ],
  ];
  for (const [what, before, after] of rows)
    expect([what, repairedEntries(...before.map((each) => [each])).flat()].flat()).toEqual([
      what,
      ...after.map((each) => expect.objectContaining(each) as object),
    ]);
});

test('complete arguments behind those of another call belong to the call that still has none', () => {
  const heads = ['a', 'b'].map((id) => ({ id, type: 'function', function: { name: id, arguments: '' } }));
  const rest = ['{}', '{}'].map((args) => ({ function: { arguments: args } }));
  expect(repairedEntries(...[...heads, ...rest].map((entry) => [entry]))).toEqual([
    [{ ...heads[0], index: 0 }],
    [{ ...heads[1], index: 1 }],
    [{ ...rest[0], index: 1 }],
    [{ ...rest[1], index: 0 }],
  ]);
});

test('one id for all calls: those with an index and those without stay apart', () => {
  const head = { id: 'a', type: 'function', function: { name: 'f', arguments: '' } };
  const rest = { function: { arguments: '{"a":1}' } };
  const entries = [
    { ...head, index: 0 },
    { ...rest, index: 0 },
    { ...head, index: null },
    { ...rest, index: null },
  ];
  expect(repairedEntries(...entries.map((entry) => [entry]))).toEqual([
    [{ ...head, index: 0 }],
    [{ ...rest, index: 0 }],
    [{ ...head, index: 1 }],
    [{ ...rest, index: 1 }],
  ]);
});
