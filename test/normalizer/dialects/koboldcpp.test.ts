import { expect, test } from 'vitest';
import { koboldcpp } from '../../../src/normalizer/dialects/koboldcpp.ts';
import { read, textsOf } from './read.ts';

test('a token is read, and the last one ends the reply', () => {
  const token = read(koboldcpp, { token: 'a', finish_reason: null }, 'message');
  expect([textsOf(token), token?.ends]).toEqual([['delta reply token=a'], false]);
  expect(read(koboldcpp, { token: '', finish_reason: 'stop' }, 'message')?.ends).toBe(true);
});

test('other shapes are not recognised', () => {
  for (const json of [{ token: 'a' }, { token: 3, finish_reason: null }, { finish_reason: null }])
    expect(read(koboldcpp, json)).toBeNull();
});
