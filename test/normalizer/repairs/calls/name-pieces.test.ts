import { expect, test } from 'vitest';
import { DEFAULT_REPAIRS } from '../../../../src/normalizer/repairs/all-repairs.ts';
import { calls, chunk, entriesOf, repaired, sse } from '../repaired.ts';

const ON = new Set([...DEFAULT_REPAIRS, 'tool-call-name-pieces']);
const head = (name: string): object => ({
  index: 0,
  id: 'a',
  type: 'function',
  function: { name, arguments: '' },
});
const piece = (name: string, said?: string): object => ({
  index: 0,
  function: { name, ...(said === undefined ? {} : { arguments: said }) },
});
const REST = { index: 0, function: { arguments: '{"a":1}' } };

function entries(...said: readonly object[]): unknown[] {
  return entriesOf(
    repaired(sse(...said.map((entry) => calls(entry)), chunk({}, 'tool_calls'), '[DONE]'), ON),
  ).flat();
}

test('the pieces of a name are joined into one head', () => {
  const whole = {
    index: 0,
    function: { name: 'get_weather', arguments: '' },
    id: 'a',
    type: 'function',
  };
  expect(entries(head('get_'), piece('weather', ''), REST)).toEqual([whole, REST]);
  expect(entries(head('get_'), piece('wea'), piece('ther'), REST)).toEqual([whole, REST]);
  expect(entries(head('get_'), piece('weather', '{"a":1}'))).toEqual([whole, REST]);
});

test('a growing name and a repeated one are not pieces', () => {
  expect(entries(head('get'), head('get_weather'), REST)).toEqual([head('get_weather'), REST]);
  expect(entries(head('get'), head('get'), REST)).toEqual([
    head('get'),
    { index: 0, function: { arguments: '' } },
    REST,
  ]);
});

test('nothing is done by default, and a sound call stays unchanged', () => {
  const inPieces = sse(calls(head('get_')), calls(piece('weather', '')), calls(REST));
  expect(repaired(inPieces)).toBe(inPieces);
  const sound = sse(
    calls(head('get_weather')),
    calls(REST),
    calls({ ...head('get_time'), index: 1, id: 'b' }),
    chunk({}, 'tool_calls'),
    '[DONE]',
  );
  expect(repaired(sound, ON)).toBe(sound);
});

test('a name that would be too long stays in pieces', () => {
  const long = 'f'.repeat(250);
  const names = (...said: readonly string[]): unknown[] =>
    entries(head(long), ...said.map((name) => piece(name, ''))).map(
      (entry) => (entry as { function: { name?: string } }).function.name,
    );
  expect(names('g'.repeat(6))).toEqual([long + 'g'.repeat(6)]);
  expect(names('g'.repeat(7))).toEqual([long, 'g'.repeat(7)]);
});
