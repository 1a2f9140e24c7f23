import { expect, test } from 'vitest';
import { repairContainer } from '../../../src/normalizer/repairs/tool-call-container.ts';
import { calls, chunk, entriesOf, messagesOf, repaired, sse } from './repaired.ts';

test('an object is wrapped, null and an empty array go, an array stays', () => {
  const entry = { index: 0, function: { arguments: '' } };
  const rows: readonly [before: object, after: object, changed: boolean][] = [
    [{ tool_calls: entry }, { tool_calls: [entry] }, true],
    [{ content: 'a', tool_calls: null }, { content: 'a' }, true],
    [{ tool_calls: [] }, {}, true],
    [{ tool_calls: [entry] }, { tool_calls: [entry] }, false],
    [{ tool_calls: 'x' }, { tool_calls: 'x' }, false],
    [{ content: 'a' }, { content: 'a' }, false],
  ];
  for (const [before, after, changed] of rows) {
    const delta = structuredClone(before) as Record<string, unknown>;
    expect([before, repairContainer(delta), delta]).toEqual([before, changed, after]);
  }
});

test('the object of TGI comes out as an array, an empty array leaves its text', () => {
  const head = { index: 0, id: '0', type: 'function', function: { name: 'f', arguments: '' } };
  expect(entriesOf(repaired(sse(chunk({ tool_calls: head }))))).toEqual([[head]]);
  expect(messagesOf(repaired(sse(chunk({ content: 'a', tool_calls: [] }))))).toEqual([chunk({ content: 'a' })]);
  expect(repaired(sse(calls(head)))).toBe(sse(calls(head)));
});
