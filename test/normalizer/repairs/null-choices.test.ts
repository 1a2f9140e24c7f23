import { expect, test } from 'vitest';
import { chunk, repaired, sse } from './repaired.ts';

const ON = new Set(['null-choices']);
const HI = chunk({ content: 'Hi' });
const REST = sse(chunk({}, 'stop'), '[DONE]');

test('null choices, or missing ones on a chunk, become an empty one, and null as data is dropped', () => {
  const rows: readonly [before: object, after: object][] = [
    [
      { id: 'c1', type: 'usage', choices: null, usage: { total_tokens: 3 } },
      { id: 'c1', type: 'usage', choices: [], usage: { total_tokens: 3 } },
    ],
    [
      { object: 'chat.completion.chunk', usage: {} },
      {
        object: 'chat.completion.chunk',
        usage: {},
        choices: [{ index: 0, delta: {}, finish_reason: null }],
      },
    ],
  ];
  for (const [before, after] of rows)
    expect(repaired(sse(HI, before) + REST, ON)).toBe(sse(HI, after) + REST);
  expect(repaired(sse(HI, 'null', ' null ') + REST, ON)).toBe(sse(HI) + REST);
});

test('an error, another message and existing choices stay', () => {
  for (const said of [
    { choices: null, error: {} },
    { object: 'chat.completion.chunk', error: { code: 1 } },
    { id: 'c1' },
    { choices: [] },
    { choices: {} },
  ]) {
    expect(repaired(sse(HI, said) + REST, ON)).toBe(sse(HI, said) + REST);
  }
  expect(repaired(sse('null'), ON)).toBe(sse('null'));
});

test('figures of use that are no chunk by name get an empty choice, too', () => {
  const usage = { usage: { total_tokens: 3 } };
  expect(repaired(sse(HI, { id: 'c1', ...usage }) + REST, ON)).toBe(
    sse(HI, { id: 'c1', ...usage, choices: [{ index: 0, delta: {}, finish_reason: null }] }) + REST,
  );
  for (const other of [{ type: 'usage' }, { event: 'x' }, { object: 'response' }]) {
    const body = sse(HI, { ...other, ...usage }) + REST;
    expect(repaired(body, ON)).toBe(body);
  }
});

test('it is on by default, and another repair does not switch it on', () => {
  const body = sse(HI, { choices: null }) + REST;
  expect(repaired(body)).toBe(sse(HI, { choices: [] }) + REST);
  expect(repaired('event: ping\n\n' + body, new Set(['silent-events']))).toBe(
    'event: ping\n\n' + body,
  );
});
