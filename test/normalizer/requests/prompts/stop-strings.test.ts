import { expect, test } from 'vitest';
import { readStops } from '../../../../src/normalizer/requests/prompts/stop-strings.ts';

test.each<[string, Record<string, unknown>]>([
  ['OpenAI', { stop: ['a', 'b'] }],
  ['KoboldCpp', { stop_sequence: ['a', 'b'] }],
  ['Anthropic', { stop_sequences: ['a', 'b'] }],
  ['text-generation-webui', { stopping_strings: ['a', 'b'] }],
  ['Ollama', { options: { stop: ['a', 'b'] } }],
  ['Gemini', { generationConfig: { stopSequences: ['a', 'b'] } }],
  ['TGI', { parameters: { stop: ['a', null, 'b', 7] } }],
  ['the horde', { params: { stop_sequence: ['a', 'b'] } }],
  ['several fields', { stop: 'a', options: { stop: 'b' } }],
])('stop strings of %s', (_name, json) => {
  expect(readStops(json)).toEqual(['a', 'b']);
});

test('anything else is ignored', () => {
  for (const json of [{}, { stop: null }, { stop: 7 }, { stop: { 0: 'a' } }, { options: ['stop'] }, { options: null }])
    expect(readStops(json)).toEqual([]);
});
