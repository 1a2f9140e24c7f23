import { expect, test } from 'vitest';
import { chunk, repaired, sse } from './repaired.ts';

const ON = new Set(['null-choices']);
const HI = chunk({ content: 'Hi' });
const TOOL =
  'event: hermes.tool.progress\ndata: {"tool":"terminal","label":"ls","toolCallId":"c1","status":"running"}\n\n';
const REST = sse(chunk({}, 'stop'), '[DONE]');

test('null choices, or missing ones on a chunk, become an empty one, and null as data is dropped', () => {
  const rows: readonly [before: object, after: object][] = [
    [
      { id: 'c1', choices: null, usage: { total_tokens: 3 } },
      { id: 'c1', choices: [], usage: { total_tokens: 3 } },
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

test('after a change they are repaired by default, because a dropped frame may have saved a client from them', () => {
  const usage = { object: 'chat.completion.chunk', usage: { total_tokens: 3 } };
  const oneChoice = { ...usage, choices: [{ index: 0, delta: {}, finish_reason: null }] };
  const gone = [
    'event: ping\n\n',
    'event: ping\ndata: {"type":"ping"}\n\n',
    'data: : OPENROUTER PROCESSING\n\n',
    TOOL,
  ];
  for (const each of gone) {
    const start = sse(HI) + each + sse(HI, HI);
    expect(repaired(start + sse('null', { ...usage, choices: null }, HI) + REST)).toBe(
      sse(HI, HI, HI, oneChoice, HI) + REST,
    );
    // Written with a space, as Python does.
    expect(
      repaired(start + sse(JSON.stringify({ choices: null, ...usage }).replace(':', ': ')) + REST),
    ).toBe(
      sse(HI, HI, HI, JSON.stringify({ choices: oneChoice.choices, ...usage }).replace(':', ': ')) +
        REST,
    );
  }
  const joined = `data: ${JSON.stringify(HI)}${JSON.stringify({ ...usage, choices: null })}\n\n`;
  expect(repaired(joined + REST)).toBe(sse(HI, oneChoice) + REST);
});

test('nothing is done by default', () => {
  const body = sse(HI, { choices: null }) + REST;
  expect(repaired(body)).toBe(body);
});
