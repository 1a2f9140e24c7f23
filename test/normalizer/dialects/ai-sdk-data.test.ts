import { expect, test } from 'vitest';
import { aiSdkData } from '../../../src/normalizer/dialects/ai-sdk-data.ts';
import { read, textsOf } from './read.ts';

test('code 0 is text, d is the end, a step and a call end a text', () => {
  const text = read(aiSdkData, { value: 'a' }, '0');
  expect([textsOf(text), text?.callsElsewhere]).toEqual([['delta reply value=a'], true]);
  expect(textsOf(read(aiSdkData, { value: ['a'] }, '0'))).toEqual([]);
  expect(read(aiSdkData, { value: { finishReason: 'stop' } }, 'd')?.ends).toBe(true);
  expect(read(aiSdkData, { value: { messageId: 'm' } }, 'f')).toEqual({ closes: ['reply'] });
  expect(read(aiSdkData, { value: { toolCallId: 'c', args: { a: '`⏰ list`' } } }, '9')).toEqual({
    closes: ['reply'],
  });
});

test('other codes are recognised and left alone', () => {
  for (const code of ['2', '3', '8', 'a', 'e', 'g', 'k'])
    expect(read(aiSdkData, { value: '`⏰ list`' }, code)).toEqual({ closes: [] });
});

test('other shapes are not recognised', () => {
  expect(read(aiSdkData, { value: 'a' })).toBeNull();
  expect(read(aiSdkData, { value: 'a' }, 'text')).toBeNull();
  expect(read(aiSdkData, { text: 'a' }, '0')).toBeNull();
});
