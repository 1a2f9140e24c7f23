import { expect, test } from 'vitest';
import { isNameless } from '../../../../src/normalizer/repairs/calls/held-head.ts';
import { calls, chunk, repaired, repairedEntries, sse } from '../repaired.ts';

const START = { index: 0, id: 'a', type: 'function', function: { name: '', arguments: '' } };
const HEAD = { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } };
const REST = { index: 0, function: { arguments: '{"a":1}' } };

test('a head is nameless without name and arguments', () => {
  for (const said of [
    undefined,
    {},
    { name: '' },
    { name: null, arguments: null },
    { name: '', arguments: '' },
  ])
    expect([said, isNameless(said)]).toEqual([said, true]);
  for (const said of [null, 'x', { name: 'f' }, { arguments: '{' }, { name: 3 }])
    expect([said, isNameless(said)]).toEqual([said, false]);
});

test('the entry with the name replaces the head, with everything that only the head had', () => {
  expect(repairedEntries([START], [HEAD], [REST])).toEqual([[HEAD], [REST]]);
  expect(
    repairedEntries([START], [{ ...HEAD, function: { name: 'f', arguments: '{"a":1}' } }]),
  ).toEqual([[HEAD], [REST]]);
  expect(repairedEntries([START], [{ index: 0, function: { name: 'f' } }], [REST])).toEqual([
    [{ index: 0, function: { name: 'f', arguments: '' }, id: 'a', type: 'function' }],
    [REST],
  ]);
  expect(repairedEntries([{ index: 0, id: 'a', type: 'function' }], [HEAD], [REST])).toEqual([
    [HEAD],
    [REST],
  ]);
  // A different id: the first one was never seen.
  expect(repairedEntries([START], [{ ...HEAD, id: 'b' }], [REST])).toEqual([
    [{ ...HEAD, id: 'b' }],
    [REST],
  ]);
});

test('empty chunks and comments leave before the head', () => {
  const silent = [
    sse(chunk({})),
    sse(chunk({ content: '' }, null, { tool_call_generating: true })),
    ': keepalive\n\n',
  ];
  for (const between of silent)
    expect(repaired(sse(calls(START)) + between + between + sse(calls(HEAD), calls(REST)))).toBe(
      between + between + sse(calls(HEAD), calls(REST)),
    );
});

test('a role that came with the head stays', () => {
  const first = chunk({ role: 'assistant', content: null, tool_calls: [START] });
  expect(repaired(sse(first, calls(HEAD), calls(REST)))).toBe(
    sse(chunk({ tool_calls: [HEAD], role: 'assistant' }), calls(REST)),
  );
});

test('an empty chunk that leaves before the head takes its role', () => {
  const first = chunk({ role: 'assistant', content: null, tool_calls: [START] });
  const silent = chunk({ content: '' });
  expect(repaired(sse(first, silent, silent, calls(HEAD), calls(REST)))).toBe(
    sse(chunk({ content: '', role: 'assistant' }), silent, calls(HEAD), calls(REST)),
  );
});

test('if something else comes first, the head leaves unchanged', () => {
  const follows = [
    '',
    sse('[DONE]'),
    sse(chunk({ content: 'a' })),
    sse(calls(REST)),
    sse(chunk({}, 'tool_calls'), '[DONE]'),
    'data: {broken\n\n',
    sse(calls({ ...HEAD, index: 1, id: 'b' })),
  ];
  for (const follow of follows)
    expect(repaired(sse(calls(START)) + follow)).toBe(sse(calls(START)) + follow);
});

test('a second call that begins with only an id, under the index of the first, gets its own', () => {
  const second = { ...START, id: 'b' };
  const named = { ...HEAD, index: 1, id: 'b' };
  const rest = { ...REST, index: 1 };
  for (const [start, head] of [
    [second, { ...HEAD, id: 'b' }],
    [second, { index: 0, function: HEAD.function }],
    [
      { ...second, index: undefined },
      { ...HEAD, id: 'b', index: undefined },
    ],
  ]) {
    const out = repairedEntries(
      [HEAD],
      [REST],
      [start],
      [head],
      [{ ...REST, index: start?.index }],
    );
    expect(out.flat()).toEqual([HEAD, REST, named, rest]);
  }
  // No name follows: it was a fragment of the first.
  expect(
    repairedEntries([HEAD], [REST], [second], [{ index: 0, function: { arguments: ' ' } }]),
  ).toEqual([
    [HEAD],
    [REST],
    [{ index: 0, function: { arguments: '' } }],
    [{ index: 0, function: { arguments: ' ' } }],
  ]);
});

test('a call whose head has left without a name stays unchanged', () => {
  const again = { index: 0, function: { name: '', arguments: '' } };
  const named = { index: 0, function: { name: 'f', arguments: '{"a":1}' } };
  expect(repairedEntries([START], [again], [named])).toEqual([[START], [again], [named]]);
});
