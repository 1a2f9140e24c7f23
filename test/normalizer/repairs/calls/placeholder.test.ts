import { expect, test } from 'vitest';
import {
  fillsPlaceholder,
  isPlaceholder,
} from '../../../../src/normalizer/repairs/calls/held-head.ts';
import { calls, chunk, repaired, repairedEntries, sse } from '../repaired.ts';

const HEAD = { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } };

function withArguments(said: unknown): object {
  return { ...HEAD, function: { name: 'f', arguments: said } };
}

test('a placeholder is an empty object, and the beginning of an object fills it', () => {
  expect([
    isPlaceholder({ function: { arguments: '{}' } }),
    isPlaceholder({ function: { arguments: '{' } }),
    isPlaceholder({ function: {} }),
  ]).toEqual([true, false, false]);
  expect([
    fillsPlaceholder({ function: { arguments: '{"a"' } }),
    fillsPlaceholder({ function: { arguments: 'x' } }),
    fillsPlaceholder({ function: { name: 'f', arguments: '{' } }),
  ]).toEqual([true, false, false]);
});

test('real arguments replace the placeholder', () => {
  const rest = [
    { index: 0, function: { arguments: '{"a"' } },
    { index: 0, function: { arguments: ':1}' } },
  ];
  for (const placeholder of ['{}', {}]) {
    expect(repairedEntries([withArguments(placeholder)], ...rest.map((each) => [each]))).toEqual([
      [HEAD],
      ...rest.map((each) => [each]),
    ]);
  }
  expect(
    repairedEntries([withArguments({})], [{ index: 0, function: { arguments: { a: 1 } } }]),
  ).toEqual([[HEAD], [{ index: 0, function: { arguments: '{"a":1}' } }]]);
});

test('real arguments in the delta of the placeholder replace it, too', () => {
  const rest = { index: 0, function: { arguments: '{"a":1}' } };
  expect(repairedEntries([withArguments('{}'), rest])).toEqual([[HEAD], [rest]]);
  expect(repairedEntries([withArguments('{}'), { ...rest, index: 1 }])).toEqual([
    [HEAD],
    [{ index: 0, function: { arguments: '{}' } }],
    [{ ...rest, index: 1 }],
  ]);
});

test('the arguments of a call without any are an empty object, at every end', () => {
  for (const end of [
    '',
    sse('[DONE]'),
    sse(chunk({}, 'tool_calls'), '[DONE]'),
    sse(calls({ ...HEAD, index: 1, id: 'b' })),
  ]) {
    expect(repaired(sse(calls(withArguments('{}'))) + end)).toBe(
      sse(calls(HEAD), calls({ index: 0, function: { arguments: '{}' } })) + end,
    );
  }
});
