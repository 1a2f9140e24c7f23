import { expect, test } from 'vitest';
import { chunk, repaired, sse } from './repaired.ts';

const HI = chunk({ content: 'Hi' });
const START = sse(chunk({ role: 'assistant', content: '' }), HI);
const REST = sse(chunk({ content: ' you' }), chunk({}, 'stop'), '[DONE]');

test('the mark before the first frame of a chat is removed', () => {
  expect(repaired('\ufeff' + START + REST)).toBe(START + REST);
});

test('before other streams, and in a text, it stays', () => {
  for (const body of ['\ufeffdata: {"a":1}\n\n', sse(chunk({ content: '\ufeffa' }))]) expect(repaired(body)).toBe(body);
});
