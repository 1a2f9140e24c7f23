import { expect, test } from 'vitest';
import {
  completeGrown,
  hasGrown,
  mayGrow,
  standsAlone,
} from '../../../../src/normalizer/repairs/tool-calls/tool-call-growing.ts';
import { calls, chunk, repaired, repairedEntries, sse } from '../repaired.ts';

function head(name: string, said?: string): Record<string, unknown> {
  return { index: 0, id: 'a', type: 'function', function: said === undefined ? { name } : { name, arguments: said } };
}

test('a head without text in its arguments may grow', () => {
  const rows: readonly [said: Record<string, unknown>, grows: boolean][] = [
    [{ name: 'get' }, true],
    [{ name: 'get', arguments: '' }, true],
    [{ name: 'get', arguments: '{' }, false],
    [{}, false],
  ];
  for (const [said, grows] of rows) expect([said, mayGrow(said)]).toEqual([said, grows]);
});

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

test('a name has grown if it begins with the earlier one', () => {
  const call = { index: 0, id: 'a', name: 'get', argued: false };
  expect(['get', 'get_weather', '_weather', ''].map((name) => hasGrown(head(name), call))).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(hasGrown({}, call)).toBe(false);
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

test('a head gets empty arguments if it has none, and keeps those that it has', () => {
  const bare = head('get_weather');
  expect([completeGrown(bare), bare]).toEqual([true, head('get_weather', '')]);
  for (const entry of [head('get_weather', '{'), { index: 0 }]) {
    const before = structuredClone(entry);
    expect([completeGrown(entry), entry]).toEqual([false, before]);
  }
});
