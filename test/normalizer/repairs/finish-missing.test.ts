import { expect, test } from 'vitest';
import { ALL_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import { HI, calls, chunk, repaired, sse } from './repaired.ts';

const ON = new Set(['finish-missing']);
const HEAD = calls({ index: 0, id: 'a', function: { name: 'f', arguments: '' } });
const of = (index: number, delta: object, finish: string | null): object => ({
  ...chunk({}),
  choices: [{ index, delta, finish_reason: finish }],
});
const usage = { ...chunk({}), choices: [], usage: { total_tokens: 3 } };

test('a chunk with a finish reason for each choice without one is added before the end', () => {
  const rows: readonly [before: readonly object[], finish: object][] = [
    [[HI], chunk({}, 'stop')],
    [[HI, usage], chunk({}, 'stop')],
    [[chunk({ content: 'a' }, '')], chunk({}, 'stop')],
    [[HI, HEAD], chunk({}, 'tool_calls')],
    [
      [of(0, { content: 'a' }, null), of(1, { content: 'b' }, null), of(0, {}, 'length')],
      of(1, {}, 'stop'),
    ],
    [
      [of(0, { content: 'a' }, null), of(1, { tool_calls: [{ index: 0 }] }, null)],
      {
        ...chunk({}),
        choices: [
          { index: 0, delta: {}, finish_reason: 'stop' },
          { index: 1, delta: {}, finish_reason: 'tool_calls' },
        ],
      },
    ],
  ];
  for (const [before, finish] of rows)
    expect(repaired(sse(...before, '[DONE]'), ON)).toBe(sse(...before, finish, '[DONE]'));
});

test('it has the style of the end', () => {
  const written = JSON.stringify(chunk({}, 'stop'));
  expect(repaired(sse(HI) + 'data:[DONE]\r\n\r\n', ON)).toBe(
    sse(HI) + `data:${written}\r\n\r\ndata:[DONE]\r\n\r\n`,
  );
});

test('every other stream stays', () => {
  const bodies: readonly string[] = [
    sse(HI, chunk({}, 'stop'), '[DONE]'),
    sse(HI),
    sse(HI, { error: { message: 'no' } }, '[DONE]'),
    sse('[DONE]'),
    sse({ choices: [{ index: 0, delta: { content: 'a' } }] }, '[DONE]'),
    sse(HI, chunk({}, 'stop'), HI, '[DONE]'),
  ];
  for (const body of bodies) expect(repaired(body, ON)).toBe(body);
  expect(repaired(sse(HI, '[DONE]'))).toBe(sse(HI, '[DONE]'));
});

test('choices without an index are the first one, even beside one made from null', () => {
  const bare = (delta: object, finish: string | null): object => ({
    ...chunk({}),
    choices: [{ delta, finish_reason: finish }],
  });
  const both = new Set(['finish-missing', 'null-choices']);
  const nothing = { ...chunk({}), choices: null };
  const made = { ...chunk({}), choices: [{ index: 0, delta: {}, finish_reason: null }] };

  expect(
    repaired(sse(bare({ content: 'a' }, null), bare({}, 'length'), nothing, '[DONE]'), both),
  ).toBe(sse(bare({ content: 'a' }, null), bare({}, 'length'), made, '[DONE]'));
  expect(repaired(sse(bare({ content: 'a' }, null), '[DONE]'), ON)).toBe(
    sse(bare({ content: 'a' }, null), chunk({}, 'stop'), '[DONE]'),
  );
});

test('with all repairs on, an end is added where it is certain', () => {
  expect(repaired(sse(HI, '[DONE]'), ALL_REPAIRS)).toBe(sse(HI, chunk({}, 'stop'), '[DONE]'));
  expect(repaired(sse(HI), ALL_REPAIRS)).toBe(sse(HI));
});
