import { expect, test } from 'vitest';
import { aiSdkMessages } from '../../../src/normalizer/dialects/ai-sdk-messages.ts';
import type { StreamSoFar } from '../../../src/normalizer/dialects/dialect.ts';
import { read, textsOf } from './read.ts';

const known: Partial<StreamSoFar> = { dialects: new Set(['ai-sdk-messages']) };

test('a text begins, continues and ends, and nothing is certain about its tools', () => {
  expect(read(aiSdkMessages, { type: 'text-start', id: '0' })).toEqual({
    opens: ['text 0'],
    callsElsewhere: true,
  });
  const delta = read(aiSdkMessages, { type: 'text-delta', id: '0', delta: 'a' });
  expect([textsOf(delta), delta?.callsElsewhere]).toEqual([['delta text 0 delta=a'], true]);
  expect(read(aiSdkMessages, { type: 'text-end', id: '0' })).toEqual({ closes: ['text 0'] });
});

test('thoughts and tool calls identify the stream, their texts are left alone', () => {
  for (const json of [
    { type: 'reasoning-delta', id: '0', delta: '`⏰ list`' },
    { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '`⏰ list`' },
    { type: 'tool-output-available', toolCallId: 'c', output: '`⏰ list`' },
  ]) {
    expect([json, read(aiSdkMessages, json)]).toEqual([json, {}]);
  }
});

test('the end and other types are recognised only in an identified stream', () => {
  for (const type of ['finish', 'abort']) {
    expect(read(aiSdkMessages, { type }, null, known)?.ends).toBe(true);
    expect(read(aiSdkMessages, { type })).toBeNull();
  }
  expect(read(aiSdkMessages, { type: 'data-weather', data: '`⏰ list`' }, null, known)).toEqual({});
});

test('other shapes are not recognised', () => {
  for (const json of [
    {},
    { type: 'start', messageId: 'm' },
    { type: 'text-delta', delta: 'a' },
    { type: 'text-delta', id: 3, delta: 'a' },
    { type: 'text', id: '0' },
    { type: 7, id: '0' },
  ]) {
    expect([json, read(aiSdkMessages, json)]).toEqual([json, null]);
  }
});
