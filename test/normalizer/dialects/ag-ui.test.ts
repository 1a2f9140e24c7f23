import { expect, test } from 'vitest';
import { agUi } from '../../../src/normalizer/dialects/ag-ui.ts';
import type { StreamSoFar } from '../../../src/normalizer/dialects/dialect.ts';
import { read, textsOf } from './read.ts';

const known: Partial<StreamSoFar> = { dialects: new Set(['ag-ui']) };

test('texts are read by message, and an empty delta must not remain', () => {
  const messageId = 'm';
  expect(read(agUi, { type: 'TEXT_MESSAGE_START', messageId })).toEqual({ opens: ['message m'] });
  for (const [type, onlyText] of [
    ['TEXT_MESSAGE_CONTENT', true],
    ['TEXT_MESSAGE_CHUNK', false],
  ] as const) {
    const reading = read(agUi, { type, messageId, delta: 'a' });
    expect([type, textsOf(reading), reading?.onlyText, reading?.callsElsewhere]).toEqual([
      type,
      ['delta message m delta=a'],
      onlyText,
      true,
    ]);
  }
  expect(read(agUi, { type: 'TEXT_MESSAGE_END', messageId })).toEqual({ closes: ['message m'] });
  expect(textsOf(read(agUi, { type: 'TEXT_MESSAGE_CHUNK', delta: 'a' }, null, known))).toEqual([
    'delta  delta=a',
  ]);
});

test("a snapshot repeats the assistant's texts", () => {
  const messages = [
    { role: 'user', content: 'u' },
    { role: 'assistant', content: 'a' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'b' },
        { type: 'binary', text: 'c' },
      ],
    },
    { role: 'assistant' },
    null,
  ];
  expect(textsOf(read(agUi, { type: 'MESSAGES_SNAPSHOT', messages }, null, known))).toEqual([
    'copy copy 1 messages.1.content=a',
    'copy copy 2 messages.2.content.0.text=b',
  ]);
});

test('a run identifies the stream, and ends the reply', () => {
  expect(read(agUi, { type: 'RUN_STARTED', threadId: 't', runId: 'r' })).toEqual({});
  for (const type of ['RUN_FINISHED', 'RUN_ERROR'])
    expect(read(agUi, { type }, null, known)?.ends).toBe(true);
  expect(
    read(agUi, { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '`⏰ list`' }, null, known),
  ).toEqual({});
});

test('other shapes are not recognised', () => {
  for (const json of [
    {},
    { type: 'RUN_STARTED' },
    { type: 'RUN_FINISHED', runId: 'r' },
    { type: 'TEXT_MESSAGE_CONTENT', delta: 'a' },
    { type: 'STATE_DELTA' },
    { type: 'MESSAGES_SNAPSHOT', messages: [] },
  ]) {
    expect([json, read(agUi, json)]).toEqual([json, null]);
  }
});
