import { expect, test } from 'vitest';
import { standsAlone } from '../../../../src/normalizer/repairs/calls/held-head.ts';
import { calls, chunk, repaired, repairedEntries, sse } from '../repaired.ts';

function head(name: string, said?: string): Record<string, unknown> {
  return {
    index: 0,
    id: 'a',
    type: 'function',
    function: said === undefined ? { name } : { name, arguments: said },
  };
}

test('a delta of entries is alone, even with what first deltas have', () => {
  const entries = { tool_calls: [] };
  const rows: readonly [delta: Record<string, unknown>, alone: boolean][] = [
    [entries, true],
    [{ ...entries, role: 'assistant', content: null }, true],
    [{ ...entries, content: '' }, true],
    [{ ...entries, content: 'a' }, false],
    [{ ...entries, reasoning: '' }, false],
  ];
  for (const [delta, alone] of rows) expect([delta, standsAlone(delta)]).toEqual([delta, alone]);
});

test('only the last head of a growing name remains', () => {
  const rest = { index: 0, function: { arguments: '{}' } };
  expect(repairedEntries([head('get')], [head('get_wea')], [head('get_weather')], [rest])).toEqual([
    [head('get_weather', '')],
    [rest],
  ]);
  expect(repairedEntries([head('get')], [head('get_weather', '{"a":')])).toEqual([
    [head('get_weather', '')],
    [{ index: 0, function: { arguments: '{"a":' } }],
  ]);
});

test('a head that came with empty arguments does not grow', () => {
  expect(repairedEntries([head('get', '')], [head('get_weather', '')])).toEqual([
    [head('get', '')],
    [{ index: 0, function: { name: 'get_weather', arguments: '' } }],
  ]);
});

test('a name that did not grow leaves unchanged, whatever follows', () => {
  const first = sse(calls(head('get')));
  const follows = [
    '',
    ': keepalive\n\n',
    sse('[DONE]'),
    sse(chunk({ content: 'a' })),
    sse(chunk({}, 'tool_calls'), '[DONE]'),
    'data: {broken\n\n',
    sse(calls({ index: 0, function: { arguments: '{' } })),
    sse(calls({ ...head('get_more'), index: 1, id: 'b' })),
  ];
  for (const follow of follows) expect(repaired(first + follow)).toBe(first + follow);
});
