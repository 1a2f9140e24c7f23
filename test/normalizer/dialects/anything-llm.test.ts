import { expect, test } from 'vitest';
import { anythingLlm } from '../../../src/normalizer/dialects/anything-llm.ts';
import { read, textsOf } from './read.ts';

const uuid = 'u';

test('chunks and whole replies are read', () => {
  const chunk = read(anythingLlm, { uuid, type: 'textResponseChunk', textResponse: 'a', close: false });
  expect([textsOf(chunk), chunk?.closes, chunk?.callsElsewhere]).toEqual([['delta u textResponse=a'], [], true]);
  expect(read(anythingLlm, { uuid, type: 'textResponseChunk', textResponse: '', close: true })?.closes).toEqual(['u']);
  expect(textsOf(read(anythingLlm, { uuid, type: 'textResponse', textResponse: 'a', close: true }))).toEqual([
    'whole u textResponse=a',
  ]);
  expect(textsOf(read(anythingLlm, { uuid, type: 'textResponse', textResponse: null }))).toEqual([]);
  expect(read(anythingLlm, { uuid, type: 'finalizeResponseStream', close: true })).toEqual({ ends: true });
});

test('other shapes are not recognised', () => {
  for (const json of [
    {},
    { type: 'textResponse', textResponse: 'a' },
    { uuid, type: 'statusResponse', textResponse: 'a' },
    { uuid: 3, type: 'textResponseChunk' },
  ]) {
    expect([json, read(anythingLlm, json)]).toEqual([json, null]);
  }
});
