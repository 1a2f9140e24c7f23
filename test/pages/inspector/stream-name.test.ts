import { expect, test } from 'vitest';
import { streamFacts, streamName } from '../../../src/pages/inspector/stream-row.tsx';
import { frame, recorded } from '../../inspector/streams.ts';

test('a stream is named by its kind and its address, if that is known', () => {
  expect(streamName({ way: 'response', address: '/v1/chat' })).toBe('Response /v1/chat');
  expect(streamName({ way: 'request', address: '' })).toBe('Request');
});

test('its facts name the server if it has a known name', () => {
  const frames = [frame('a'), frame('b', '')];

  expect(streamFacts(recorded({ frames, server: 'hermes' })).slice(1)).toEqual([
    'Hermes',
    '2 frames',
    '1 changed',
  ]);
  expect(streamFacts(recorded({ frames, server: 'openai-chat' }))[1]).toBe(
    'OpenAI chat completions',
  );
  for (const server of ['', '<made up>', '__proto__', 'constructor']) {
    expect(streamFacts(recorded({ server })).slice(1)).toEqual(['0 frames', 'none changed']);
  }
});
