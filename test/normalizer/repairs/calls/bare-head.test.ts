import { expect, test } from 'vitest';
import { ALL_REPAIRS, DEFAULT_REPAIRS } from '../../../../src/normalizer/repairs/all-repairs.ts';
import { isBare } from '../../../../src/normalizer/repairs/calls/standard-entry.ts';
import { calls, chunk, entriesOf, repaired, sse } from '../repaired.ts';
import { isWritten } from './written.ts';

const HEAD = { index: 0, id: 'a', type: 'function', function: { name: 'get_weather' } };
const REST = { index: 0, function: { arguments: '{"city":"Oslo"}' } };
const ID = 'tool-call-bare-head';
const RULE_ON = new Set([...DEFAULT_REPAIRS, ID]);

function entries(repairs: ReadonlySet<string>, ...said: readonly object[]): unknown[][] {
  return entriesOf(
    repaired(sse(...said.map((entry) => calls(entry)), chunk({}, 'tool_calls'), '[DONE]'), repairs),
  );
}

test('the head of a call gets empty arguments if the repair is on', () => {
  const withArguments = [[{ ...HEAD, function: { name: 'get_weather', arguments: '' } }], [REST]];
  expect(entries(RULE_ON, HEAD, REST)).toEqual(withArguments);
  expect(entries(ALL_REPAIRS, HEAD, REST)).toEqual(withArguments);
  expect(entries(DEFAULT_REPAIRS, HEAD, REST)).toEqual([[HEAD], [REST]]);
});

test('a growing name is still waited for', () => {
  const start = { ...HEAD, function: { name: 'get' } };
  expect(entries(RULE_ON, start, HEAD, REST)).toEqual([
    [{ ...HEAD, function: { name: 'get_weather', arguments: '' } }],
    [REST],
  ]);
});

test('anything but a head, or a head with arguments, stays', () => {
  const rows: readonly [said: unknown, isNew: boolean][] = [
    [{ name: 'f' }, false],
    [{ name: '' }, true],
    [{}, true],
    [{ name: 'f', arguments: '' }, true],
    [{ name: 'f', arguments: null }, true],
    [undefined, true],
  ];
  for (const [said, isNew] of rows) {
    const entry = { index: 0, function: structuredClone(said) };
    const isChanged = isWritten(ID, entry, { id: '', name: '' }, isNew);
    expect([said, isChanged, entry.function]).toEqual([said, false, said]);
  }
});

test('an entry is bare if it has a function without arguments', () => {
  expect(
    [
      { function: { name: 'f' } },
      { function: { name: 'f', arguments: '' } },
      { function: null },
      {},
    ].map(isBare),
  ).toEqual([true, false, false, false]);
});
