import { expect, test } from 'vitest';
import { completeGrown, hasGrown, mayGrow } from '../../../src/normalizer/repairs/tool-call-growing.ts';
import { calls, chunk, repaired, repairedEntries, sse } from './repaired.ts';

function head(name: string, said?: string): Record<string, unknown> {
  return { index: 0, id: 'a', type: 'function', function: said === undefined ? { name } : { name, arguments: said } };
}

test('a head without text in its arguments that stands alone may grow', () => {
  const delta = { tool_calls: [] };
  expect(mayGrow(delta, { name: 'get' })).toBe(true);
  expect(mayGrow(delta, { name: 'get', arguments: '' })).toBe(true);
  expect(mayGrow(delta, { name: 'get', arguments: '{' })).toBe(false);
  expect(mayGrow(delta, {})).toBe(false);
  expect(mayGrow({ ...delta, role: 'assistant' }, { name: 'get' })).toBe(false);
});

test('a name has grown where it begins with the earlier one', () => {
  const call = { index: 0, id: 'a', name: 'get', argued: false };
  expect(['get', 'get_weather', '_weather', ''].map((name) => hasGrown(head(name), call))).toEqual([false, true, false, false]);
  expect(hasGrown({}, call)).toBe(false);
});

test('of the heads of a growing name the last one comes out', () => {
  const rest = { index: 0, function: { arguments: '{}' } };
  expect(repairedEntries([head('get')], [head('get_wea')], [head('get_weather')], [rest])).toEqual([[head('get_weather', '')], [rest]]);
  expect(repairedEntries([head('get')], [head('get_weather', '{"a":')])).toEqual([
    [head('get_weather', '')], [{ index: 0, function: { arguments: '{"a":' } }],
  ]);
});

test('a head that came with empty arguments does not grow', () => {
  expect(repairedEntries([head('get', '')], [head('get_weather', '')])).toEqual([[head('get', '')], [{ index: 0, function: { name: 'get_weather', arguments: '' } }]]);
});

test('a name that did not grow comes out as it came, whatever follows', () => {
  const first = sse(calls(head('get')));
  const follows = [
    '', ': keepalive\n\n', sse('[DONE]'), sse(chunk({ content: 'a' })), sse(chunk({}, 'tool_calls'), '[DONE]'), 'data: {broken\n\n',
    sse(calls({ index: 0, function: { arguments: '{' } })), sse(calls({ ...head('get_more'), index: 1, id: 'b' })),
  ];
  for (const follow of follows) expect(repaired(first + follow)).toBe(first + follow);
});

test('a head gets empty arguments where it has none, and keeps those that it has', () => {
  const bare = head('get_weather');
  expect([completeGrown(bare), bare]).toEqual([true, head('get_weather', '')]);
  for (const entry of [head('get_weather', '{'), { index: 0 }]) {
    const before = structuredClone(entry);
    expect([completeGrown(entry), entry]).toEqual([false, before]);
  }
});
