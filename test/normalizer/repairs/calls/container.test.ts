import { expect, test } from 'vitest';
import { calls, chunk, entriesOf, messagesOf, repaired, sse } from '../repaired.ts';

test('an object is wrapped, null and an empty array are removed, an array stays', () => {
  const entry = { index: 0, function: { arguments: '' } };
  const rows: readonly [said: unknown, written: object][] = [
    [entry, { tool_calls: [entry] }],
    [null, {}],
    [[], {}],
    [[entry], { tool_calls: [entry] }],
    ['x', { tool_calls: 'x' }],
  ];
  for (const [said, written] of rows)
    expect([said, messagesOf(repaired(sse(chunk({ tool_calls: said }))))]).toEqual([
      said,
      [chunk(written)],
    ]);
});

test('the object of TGI becomes an array, an empty array leaves its text', () => {
  const head = { index: 0, id: '0', type: 'function', function: { name: 'f', arguments: '' } };
  expect(entriesOf(repaired(sse(chunk({ tool_calls: head }))))).toEqual([[head]]);
  expect(messagesOf(repaired(sse(chunk({ content: 'a', tool_calls: [] }))))).toEqual([
    chunk({ content: 'a' }),
  ]);
  expect(repaired(sse(calls(head)))).toBe(sse(calls(head)));
});
