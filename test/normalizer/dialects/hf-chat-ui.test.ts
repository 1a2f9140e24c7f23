import { expect, test } from 'vitest';
import { hfChatUi } from '../../../src/normalizer/dialects/hf-chat-ui.ts';
import { read, textsOf } from './read.ts';

test('tokens are read without their padding, then the whole text', () => {
  const token = read(hfChatUi, { type: 'stream', token: 'a\0\0' });
  expect([textsOf(token), token?.callsElsewhere]).toEqual([['delta reply token=a'], true]);
  const answer = read(hfChatUi, { type: 'finalAnswer', text: 'a', interrupted: false });
  expect([textsOf(answer), answer?.ends]).toEqual([['copy reply text=a'], true]);
});

test('thoughts and tools are recognised and left alone', () => {
  expect(read(hfChatUi, { type: 'reasoning', subtype: 'stream', token: '`⏰ list`' })).toEqual({});
  expect(read(hfChatUi, { type: 'tool', subtype: 'call', call: {} })).toEqual({});
});

test('other shapes are not recognised', () => {
  for (const json of [
    {},
    { type: 'stream' },
    { type: 'stream', token: 3 },
    { type: 'status', status: 'started' },
    { type: 'title', title: 'a' },
    { type: 'tool' },
    { token: 'a' },
    { type: 'finalAnswer' },
  ]) {
    expect([json, read(hfChatUi, json)]).toEqual([json, null]);
  }
});
