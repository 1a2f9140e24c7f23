import { expect, test } from 'vitest';
import { openaiChat } from '../../../src/normalizer/dialects/openai-chat.ts';
import { read, textsOf } from './read.ts';

test('deltas and whole messages are read, each choice in its own channel', () => {
  const rows: readonly (readonly [
    choices: readonly unknown[],
    texts: readonly string[],
    closes: readonly string[],
  ])[] = [
    [[{ index: 0, delta: { content: 'a' } }], ['delta choice 0 choices.0.delta.content=a'], []],
    [[{ delta: { content: 'a' } }], ['delta choice 0 choices.0.delta.content=a'], []],
    [
      [{ index: 3, delta: { content: '' }, finish_reason: 'stop' }],
      ['delta choice 3 choices.0.delta.content='],
      ['choice 3'],
    ],
    [
      [{ index: 0, delta: { content: 'a' }, finish_reason: '' }],
      ['delta choice 0 choices.0.delta.content=a'],
      [],
    ],
    [[{ index: 0, delta: { role: 'assistant', content: null } }], [], []],
    [[{ index: 0, delta: {}, finish_reason: 'error' }], [], ['choice 0']],
    [
      [
        {
          index: 0,
          delta: { content: [{ type: 'thinking' }], reasoning_content: 'r', tool_calls: [] },
        },
      ],
      [],
      [],
    ],
    [
      [null, 3, {}, { index: 1, delta: { content: 'b' } }, { index: 0, delta: { content: 'a' } }],
      ['delta choice 1 choices.3.delta.content=b', 'delta choice 0 choices.4.delta.content=a'],
      [],
    ],
    [[{ index: 0, message: { content: 'a' } }], ['whole choice 0 choices.0.message.content=a'], []],
    [
      [
        {
          message: {
            content: [
              { type: 'text', text: 'a' },
              { type: 'image', text: 'b' },
              null,
              { type: 'text', text: 3 },
            ],
          },
        },
      ],
      ['whole choice 0 choices.0.message.content.0.text=a'],
      [],
    ],
  ];
  for (const [choices, texts, closes] of rows) {
    const reading = read(openaiChat, { choices });
    expect([choices, textsOf(reading), reading?.closes]).toEqual([choices, texts, closes]);
  }
});

test('other shapes are not recognised', () => {
  for (const json of [
    {},
    { choices: null },
    { choices: [] },
    { choices: {} },
    { choices: ['once', 'always'] },
    { choices: [{}] },
    { choices: [{ delta: null }] },
    { choices: [{ text: 'x' }] },
  ]) {
    expect([json, read(openaiChat, json)]).toEqual([json, null]);
  }
});

test('a chunk contains only text if it has nothing else', () => {
  const chunk = (choice: object, more: object = {}): boolean | undefined =>
    read(openaiChat, {
      id: 'x',
      choices: [{ index: 0, delta: { content: 'a' }, ...choice }],
      ...more,
    })?.onlyText;
  expect(chunk({})).toBe(true);
  expect(chunk({ finish_reason: null, logprobs: null }, { usage: null, error: null })).toBe(true);
  expect(chunk({ finish_reason: 'stop' })).toBe(false);
  expect(chunk({ logprobs: {} })).toBe(false);
  expect(chunk({ delta: { role: 'assistant', content: 'a' } })).toBe(false);
  expect(chunk({ delta: { content: 'a', tool_calls: [] } })).toBe(false);
  expect(chunk({}, { usage: {} })).toBe(false);
  expect(chunk({}, { error: {} })).toBe(false);
  expect(
    read(openaiChat, { choices: [{ delta: { content: 'a' } }, { delta: { content: 'b' } }] })
      ?.onlyText,
  ).toBe(false);
});

test('a turn of Hermes that failed is a note: its text is an error message', () => {
  const last = { choices: [{ delta: {}, finish_reason: 'error' }] };
  const noteOf = (hermes: unknown) => read(openaiChat, { ...last, hermes })?.note;

  expect(noteOf({ failed: true, error: 'HTTP 429' })).toEqual({ kind: 'failed', text: 'HTTP 429' });
  expect(noteOf({ failed: true })).toEqual({ kind: 'failed', text: '' });
  for (const hermes of [undefined, null, 'failed', { failed: false }, { failed: 1 }])
    expect(noteOf(hermes)).toBeUndefined();
});

test('how many tokens a reply has used is in its last chunk, or in one of its own behind that', () => {
  const usage = { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 };
  const usedIn = (more: object, finish_reason: string | null = 'stop') =>
    read(openaiChat, { choices: [{ delta: {}, finish_reason }], ...more })?.used;
  const used = { kind: 'tokens', text: '30' };

  expect(usedIn({ usage })).toEqual(used);
  expect(usedIn({ usage, hermes: { failed: true } })).toEqual(used);
  expect(usedIn({ usage }, null)).toBeUndefined();
  for (const total_tokens of [0, -1, 1.5, 2 ** 60, '30', null, undefined])
    expect(usedIn({ usage: { total_tokens } })).toBeUndefined();
  const chat = { dialects: new Set(['openai-chat']) };
  expect(read(openaiChat, { choices: [], usage }, null, chat)?.used).toEqual(used);
  // It may be anything's.
  expect(read(openaiChat, { choices: [], usage })).toBeNull();
});

test('Hermes is recognised by its chunk ids or its model', () => {
  const hermes = (more: object): boolean | undefined =>
    read(openaiChat, { choices: [{ delta: {} }], ...more })?.hermes;
  expect(hermes({ id: 'chatcmpl-6a25b3d2eb2678b14803a68d254a6' })).toBe(true);
  expect(hermes({ model: 'hermes-agent' })).toBe(true);
  expect(hermes({ id: 'chatcmpl-6a25b3d2eb2678b14803a68d254a67' })).toBe(false);
  expect(hermes({ id: 'chatcmpl-Ck5MeCpr9pQPYkvAYr5a8pVtXW4Zb' })).toBe(false);
  expect(hermes({ id: 'chatcmpl-8f14e45f-ceea-467f-9575-1c4d3e' })).toBe(false);
  expect(hermes({ model: 'nous-hermes' })).toBe(false);
});
