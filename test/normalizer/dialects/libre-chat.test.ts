import { expect, test } from 'vitest';
import { libreChat } from '../../../src/normalizer/dialects/libre-chat.ts';
import { read, textsOf } from './read.ts';

const part = { type: 'text', text: 'a' };

test('deltas and all repetitions of their text are read', () => {
  const rows: readonly (readonly [json: Record<string, unknown>, texts: readonly string[]])[] = [
    [
      { event: 'on_message_delta', data: { id: 's', delta: { content: [part] } } },
      ['delta step s data.delta.content.0.text=a'],
    ],
    [
      { event: 'on_message_delta', data: { id: 's', delta: { content: part } } },
      ['delta step s data.delta.content.text=a'],
    ],
    [{ event: 'on_message_delta', data: { id: 's', delta: { content: [{ type: 'tool_call', text: 'a' }] } } }, []],
    [{ event: 'on_message_delta', data: { id: 's' } }, []],
    [{ event: 'on_reasoning_delta', data: { id: 's', delta: { content: [{ type: 'think', think: 'a' }] } } }, []],
    [{ event: 'on_run_step', data: { id: 's' } }, []],
    [
      {
        final: true,
        requestMessage: { text: 'u' },
        responseMessage: { text: 'a', content: [{ type: 'think', think: 'a' }, part] },
      },
      ['copy copy responseMessage.text=a', 'copy copy responseMessage.content.1.text=a'],
    ],
    [
      { final: true, responseMessage: { content: [{ type: 'text', text: { value: 'a' } }] } },
      ['copy copy responseMessage.content.0.text.value=a'],
    ],
    [
      { sync: true, resumeState: { aggregatedContent: [part, null] } },
      ['copy copy resumeState.aggregatedContent.0.text=a'],
    ],
    [{ ...part, index: 0, messageId: 'm' }, ['copy copy text=a']],
    [{ type: 'text', text: { value: 'a' }, index: 0, messageId: 'm' }, ['copy copy text.value=a']],
  ];
  for (const [json, texts] of rows) {
    const reading = read(libreChat, json, 'message');
    expect([json, reading && textsOf(reading)]).toEqual([json, texts]);
  }
});

test('the final frame ends the reply, and nothing is certain about its tools', () => {
  expect(read(libreChat, { final: true, responseMessage: {} })?.ends).toBe(true);
  expect(
    read(libreChat, { event: 'on_message_delta', data: { id: 's', delta: { content: [part] } } })?.callsElsewhere,
  ).toBe(true);
});

test('other shapes are not recognised', () => {
  for (const json of [
    {},
    part,
    { ...part, index: 0 },
    { type: 'tool_call', index: 0, messageId: 'm' },
    { created: true, message: { text: 'u' } },
    { event: 'on_message_delta' },
    { event: 'message', data: {} },
    { final: true },
    { sync: true },
  ]) {
    expect([json, read(libreChat, json)]).toEqual([json, null]);
  }
});
