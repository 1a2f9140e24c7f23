import { stringOf } from '../../../../src/normalizer/dialects/fields.ts';
import { expect, test } from 'vitest';
import { createCalls } from '../../../../src/normalizer/repairs/calls/calls.ts';
import { bytesOf, normalizeCut, textOf } from '../../splits.ts';
import { calls, entriesOf, repairedEntries, sse } from '../repaired.ts';
import { isWritten } from './written.ts';

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

/** The first entry of a call, and one that continues a call. */
const head = (id: string, index?: unknown): Record<string, unknown> => ({
  ...(index !== undefined && { index }),
  id,
  function: { name: 'f' },
});
const at = (index: unknown, id?: string): Record<string, unknown> => ({
  index,
  ...(id !== undefined && { id }),
});

/** For each of these indexes a call of two entries. */
function each(...indices: readonly unknown[]): Record<string, unknown>[] {
  return indices.flatMap((index) => [head(String(index), index), at(index)]);
}

test('an entry is assigned to its call', () => {
  const nameless = { function: { name: 'f' } };
  const split = { ...head('a', 1), function: { name: 'f', arguments: '{' } };
  const rows: readonly [
    what: string,
    entries: readonly Record<string, unknown>[],
    found: readonly number[],
  ][] = [
    [
      'indexes of the server stay',
      [head('a', 0), at(0), head('b', 1), at(1), at(0)],
      [0, 0, 1, 1, 0],
    ],
    ['no index, ids that are new or known', [head('a'), head('b'), { id: 'a' }, {}], [0, 1, 0, 0]],
    ['one index for all, each with id and name', [head('a', 0), head('b', 0), at(0)], [0, 1, 1]],
    ['a new id for each fragment', [head('a', 0), at(0, 'b'), at(0, 'c')], [0, 0, 0]],
    ['a new id for each fragment, without index', [head('a'), { id: 'b' }], [0, 0]],
    [
      'the id of a fragment, later that of a call',
      [head('a'), { id: 'b' }, head('b'), { id: 'b' }],
      [0, 0, 1, 1],
    ],
    ['the same id again with its name', [head('a', 0), head('a', 0)], [0, 0]],
    ['from the middle of a stream', [at(3), at(3)], [3, 3]],
    ['from the middle, without index', [{}, {}], [0, 0]],
    [
      'an index that another call got',
      [head('a', 0), head('b', 0), head('c', 1), at(1)],
      [0, 1, 2, 2],
    ],
    [
      'no index at all: the numbering of a list does not go that far',
      [head('a', 2 ** 53), head('b', 2 ** 53), at(2 ** 53)],
      [0, 1, 1],
    ],
    [
      'numbers that are no place in a list, each its own call',
      each(-1e300, Infinity, -1, 0.5, 10_001, 1e300),
      [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5],
    ],
    ['the highest index that is one', [head('a', 10_000), head('b', 10_000)], [10_000, 10_001]],
    [
      'an index that leaves a gap, in an entry that will be split',
      [split, at(1), head('b', 0)],
      [0, 0, 1],
    ],
    ['an index as text', [head('a', '1'), head('b', '0'), at('1'), at(1)], [1, 0, 1, 1]],
    ['indexes that are no numbers, each its own call', each('x', true, null), [0, 0, 1, 1, 2, 2]],
    [
      'alternating calls with indexes that are no numbers',
      [head('a', null), head('b', true), at(null), at(true), at(null)],
      [0, 1, 0, 1, 0],
    ],
    [
      'no number, and another one with every fragment',
      [head('a', 'x'), at('y'), at('z', 'b'), at('x', 'c')],
      [0, 0, 0, 0],
    ],
    [
      'an id that arrives late, with the name again or for the first time',
      [nameless, head('a'), {}, { id: 'b' }, head('b')],
      [0, 0, 0, 0, 1],
    ],
    [
      'one id for all, under indexes that are no numbers',
      ['x', true].flatMap((index) => [head('a', index), at(index)]),
      [0, 0, 1, 1],
    ],
    [
      'names without id under indexes that are no numbers',
      [{ index: 'x', ...nameless }, { index: 'y', ...nameless }, at('x')],
      [0, 1, 0],
    ],
  ];
  for (const [what, entries, found] of rows)
    expect([what, indexes(...entries)]).toEqual([what, found]);
});

test('only a wrong index is changed', () => {
  const entry: Record<string, unknown> = { index: 0 };
  const isChanged = (): boolean => isWritten('tool-call-index', entry, { index: 1 });
  expect([isChanged(), entry, isChanged()]).toEqual([true, { index: 1 }, false]);
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

test('a new call gets the next index without a search, and the calls of one choice are limited', () => {
  const found = indexes(
    ...Array.from({ length: 10_002 }, (_, i) => ({ id: `call ${i}`, function: { name: 'f' } })),
  );
  expect([found[0], found[9_999], found[10_000], found[10_001]]).toEqual([0, 9_999, null, null]);
});

test.each([
  ['entries of calls beyond the limit', [4000, 4000, 2000, 1], [3999, 7999, 9999, undefined]],
  ['a chunk with more objects than any has', [5001, 1], [undefined, 0]],
])('%s stay unchanged', (_what, lengths, found) => {
  const body = sse(
    ...lengths.map((length, chunk) =>
      calls(
        ...Array.from({ length }, (_, i) => ({
          id: `call ${chunk} ${i}`,
          function: { name: 'f', arguments: '' },
        })),
      ),
    ),
  );
  const entries = entriesOf(
    textOf(normalizeCut(bytesOf(body), [], { repairs: new Set(['tool-call-index']) }).bytes),
  );
  expect(entries.map((ofChunk) => (ofChunk.at(-1) as { index?: number }).index)).toEqual(found);
});

/** An entry, as short as a row of a table needs it. */
function entry(
  id: string | null,
  name: string | null,
  args: string,
  index: number | null = 0,
): object {
  const said = { ...(name !== null && { name }), arguments: args };
  return {
    ...(index !== null && { index }),
    ...(id !== null && { id, type: 'function' }),
    function: said,
  };
}

/** An entry that continues a call. */
const rest = (args: string, index: number | null = 0): object => entry(null, null, args, index);

test('complete arguments tell calls that share an index or an id from repeated heads', () => {
  const rows: readonly [what: string, before: readonly object[], after: readonly object[]][] = [
    [
      'a new id with every delta, and the name again: one call, unchanged',
      [entry('a', 'f', ''), entry('b', 'f', '{"a"'), entry('c', 'f', ':1}')],
      [entry('a', 'f', ''), entry('b', 'f', '{"a"'), entry('c', 'f', ':1}')],
    ],
    [
      'a new id and the same name behind whole arguments: another call',
      [entry('a', 'f', ''), rest('{"a":"}"}'), entry('b', 'f', ''), rest('{}')],
      [entry('a', 'f', ''), rest('{"a":"}"}'), entry('b', 'f', '', 1), rest('{}', 1)],
    ],
    [
      'a name that grows, with a new id: one call',
      [entry('a', 'get', ''), entry('b', 'get_time', ''), rest('{}')],
      [entry('a', 'get', ''), entry('b', 'get_time', ''), rest('{}')],
    ],
    [
      'one id and one index, another name behind empty but whole arguments: another call',
      [entry('a', 'f', ''), rest('{}'), entry('a', 'g', ''), rest('{}')],
      [entry('a', 'f', ''), rest('{}'), entry('a', 'g', '', 1), rest('{}', 1)],
    ],
    [
      'one id, one index and one name: undecidable, so unchanged',
      [entry('a', 'f', ''), rest('{"a":1}'), entry('a', 'f', ''), rest('{"a":2}')],
      [entry('a', 'f', ''), rest('{"a":1}'), entry('a', 'f', ''), rest('{"a":2}')],
    ],
    [
      'alternating calls, one of them without an index',
      [
        entry('a', 'f', '', null),
        entry('b', 'g', '', 7),
        rest('{"a"', 7),
        rest('{', null),
        rest(':1}', 7),
        rest('}', null),
      ],
      [
        entry('a', 'f', ''),
        entry('b', 'g', '', 7),
        rest('{"a"', 7),
        rest('{'),
        rest(':1}', 7),
        rest('}'),
      ],
    ],
    [
      'neither id nor index, the same name behind whole arguments: another call',
      [
        entry(null, 'f', '', null),
        rest('{"a"', null),
        rest(':1}', null),
        entry(null, 'f', '', null),
        rest('{}', null),
      ],
      [entry(null, 'f', ''), rest('{"a"'), rest(':1}'), entry(null, 'f', '', 1), rest('{}', 1)],
    ],
    [
      'one id without index, another name behind whole arguments: another call, which the id then means',
      [
        entry('a', 'f', '', null),
        rest('{}', null),
        entry('a', 'g', '', null),
        rest('{"a":', null),
        entry('a', null, '1}', null),
      ],
      [entry('a', 'f', ''), rest('{}'), entry('a', 'g', '', 1), rest('{"a":', 1), rest('1}', 1)],
    ],
  ];
  for (const [what, before, after] of rows)
    expect([what, repairedEntries(...before.map((each) => [each])).flat()].flat()).toEqual([
      what,
      ...after.map((each) => expect.objectContaining(each) as object),
    ]);
});

test('complete arguments behind those of another call belong to the call that still has none', () => {
  const heads = ['a', 'b'].map((id) => ({
    id,
    type: 'function',
    function: { name: id, arguments: '' },
  }));
  const rests = ['{}', '{}'].map((args) => ({ function: { arguments: args } }));
  expect(repairedEntries(...[...heads, ...rests].map((entry) => [entry]))).toEqual([
    [{ ...heads[0], index: 0 }],
    [{ ...heads[1], index: 1 }],
    [{ ...rests[0], index: 1 }],
    [{ ...rests[1], index: 0 }],
  ]);
});

/** Entries that are whole calls. */
const whole = (args: string, id: string | null = null, name = 'f', index = 0): object =>
  entry(id, name, args, index);

/** The index that each piece of arguments gets, in order. */
function argumentsOf(...deltas: readonly (readonly object[])[]): [number, string][] {
  return repairedEntries(...deltas)
    .flat()
    .map((each) => each as { index: number; function: { arguments?: string } })
    .flatMap(({ index, function: said }): [number, string][] =>
      said.arguments ? [[index, said.arguments]] : [],
    );
}

test('arguments under an index of their own belong to the call that lacks them', () => {
  const rows: readonly [what: string, entries: readonly object[], found: [number, string][]][] = [
    [
      'danny-avila/LibreChat#13987: the head has another index than its arguments',
      [entry('a', 'f', ''), rest('{"a":', 1), rest('1}', 1), entry('b', 'g', '', 2), rest('{}', 3)],
      [
        [0, '{"a":'],
        [0, '1}'],
        [1, '{}'],
      ],
    ],
    [
      'agno-agi/agno#8879: the second head has the index of the first call, its rest has its own',
      [entry('a', 'f', ''), rest('{}'), entry('b', 'g', '{"a'), rest('":1}', 1)],
      [
        [0, '{}'],
        [1, '{"a'],
        [1, '":1}'],
      ],
    ],
    [
      'the heads of both calls have the index of the first, their arguments have their own',
      [entry('a', 'f', ''), entry('b', 'g', ''), rest('{"a":'), rest('1}'), rest('{}', 1)],
      [
        [0, '{"a":'],
        [0, '1}'],
        [1, '{}'],
      ],
    ],
    [
      'one index for everything, all heads first: in their order',
      [entry('a', 'f', ''), entry('b', 'g', ''), rest('{"a":'), rest('1}'), rest('{}')],
      [
        [0, '{"a":'],
        [0, '1}'],
        [1, '{}'],
      ],
    ],
    [
      'empty arguments under an index of their own',
      [entry('a', 'f', ''), rest('', 1), rest('{}', 1)],
      [[0, '{}']],
    ],
    [
      'two heads wait: undecidable, so unchanged',
      [entry('a', 'f', ''), entry('b', 'g', '', 1), rest('{}', 2), rest('{}', 3)],
      [
        [2, '{}'],
        [3, '{}'],
      ],
    ],
    [
      'every call has its arguments: of a call without a head',
      [entry('a', 'f', ''), rest('{}'), rest('{"b":1}', 1)],
      [
        [0, '{}'],
        [1, '{"b":1}'],
      ],
    ],
    [
      'they begin, although those of the last call are open: of another one, whose head comes late',
      [entry('a', 'f', ''), rest('{'), rest('{}', 1), rest('}')],
      [
        [0, '{'],
        [1, '{}'],
        [0, '}'],
      ],
    ],
  ];
  for (const [what, entries, found] of rows)
    expect([what, argumentsOf(...entries.map((each) => [each]))]).toEqual([what, found]);
});

test('an empty piece makes no call, but a head without its name does', () => {
  const empty = { index: 1, function: { arguments: '' } };
  const nameless = { index: 1, function: { name: '', arguments: '' } };
  const named = { index: 1, id: 'b', type: 'function', function: { name: 'g', arguments: '' } };
  const first = entry('a', 'f', '');

  expect(repairedEntries([first], [empty], [named])).toEqual([
    [first],
    [{ ...empty, index: 0 }],
    [named],
  ]);
  expect(repairedEntries([first], [nameless], [named])).toEqual([[first], [named]]);
});

test('a call without its name lacks that first: arguments under another index are not its own', () => {
  const waiting = { index: 2, function: { name: '', arguments: '' } };
  const empty = { index: 1, function: { arguments: '' } };
  const named = { index: 1, function: { name: 'g', arguments: '' } };

  expect(repairedEntries([waiting], [empty], [named], [rest('{}', 1)])).toEqual([
    [waiting],
    [named],
    [rest('{}', 1)],
  ]);
  expect(argumentsOf([entry('a', '', '')], [rest('{}', 1)])).toEqual([[1, '{}']]);
});

test('a frame that nobody could read may have had the head of a call: its arguments stay its own', () => {
  const head = (more: object): object => calls({ ...entry('b', 'g', '', 1), ...more });
  const begin = sse(calls(entry('a', 'f', '')));
  const end = sse(calls(rest('{"b":', 1)), calls(rest('1}', 1)));
  const crowded = Array.from({ length: 10_001 }, () => ({}));
  const unread = { 'no valid text': head({ note: '\xff' }), 'too many objects': head({ crowded }) };

  for (const [what, frame] of Object.entries(unread)) {
    const body = Buffer.from(begin + sse(frame) + end, 'latin1');
    expect([what, Buffer.from(normalizeCut(body, []).bytes).equals(body)]).toEqual([what, true]);
  }
});

test('whole calls without ids under one index are several calls (hermes-agent#62937)', () => {
  const one = '{"a":1}';
  const two = '{"b":2}';
  const both = [
    [0, one],
    [1, two],
  ];
  expect(argumentsOf([whole(one), whole(two)])).toEqual(both);
  expect(argumentsOf([whole(one, ''), whole(two, '')])).toEqual(both);
  expect(argumentsOf([whole(one)], [whole(two)])).toEqual(both);
  expect(argumentsOf([whole(one)], [whole(two, null, 'g')])).toEqual(both);
  expect(argumentsOf([whole(one), whole(one)])).toEqual([
    [0, one],
    [1, one],
  ]);
});

test('what may be the same call sent again stays one', () => {
  const same = (...said: readonly string[]): [number, string][] => said.map((args) => [0, args]);
  // Sent twice.
  expect(argumentsOf([whole('{"a":1}')], [whole('{"a":1}')])).toEqual(same('{"a":1}', '{"a":1}'));
  // The JSON of each piece is closed by the server.
  expect(argumentsOf([whole('{"a":""}')], [whole('{"a":"b"}')])).toEqual(
    same('{"a":""}', '{"a":"b"}'),
  );
  expect(argumentsOf([whole('{"a":1}', 'x')], [whole('{"b":2}', 'x')])).toEqual(
    same('{"a":1}', '{"b":2}'),
  );
});

test('one id for all calls: those with an index and those without stay apart', () => {
  const first = { id: 'a', type: 'function', function: { name: 'f', arguments: '' } };
  const more = { function: { arguments: '{"a":1}' } };
  const entries = [
    { ...first, index: 0 },
    { ...more, index: 0 },
    { ...first, index: null },
    { ...more, index: null },
  ];
  expect(repairedEntries(...entries.map((entry) => [entry]))).toEqual([
    [{ ...first, index: 0 }],
    [{ ...more, index: 0 }],
    [{ ...first, index: 1 }],
    [{ ...more, index: 1 }],
  ]);
});
