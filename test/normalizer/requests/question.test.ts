import { expect, test } from 'vitest';
import { cleanRequest } from '../../../src/normalizer/requests/request-cleaner.ts';

test.each([
  [
    'a chat',
    {
      messages: [
        { role: 'user', content: 'First' },
        { role: 'assistant', content: 'Yes' },
        { role: 'user', content: 'Second' },
      ],
    },
    'Second',
  ],
  [
    'results of tools behind it',
    {
      messages: [
        { role: 'user', content: 'First' },
        { role: 'tool', content: '{}' },
      ],
    },
    'First',
  ],
  [
    'parts, a picture first',
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'data:,' } },
            { type: 'text', text: 'What is it?' },
          ],
        },
      ],
    },
    'What is it?',
  ],
  ['parts of the AI SDK', { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] }, 'Hi'],
  [
    'a Responses request',
    { model: 'x', input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }] },
    'Hello',
  ],
  [
    'Gemini',
    {
      contents: [
        { role: 'user', parts: [{ text: 'Hello' }] },
        { role: 'model', parts: [{ text: 'Yes' }] },
      ],
    },
    'Hello',
  ],
  ['nobody asks', { messages: [{ role: 'system', content: 'Be kind.' }] }, ''],
  ['a question that is no text', { messages: [{ role: 'user', content: { text: 'Hello' } }] }, ''],
])('what the person said last is read from %s', (_, body, question) => {
  expect(cleanRequest(JSON.stringify(body))?.question).toBe(question);
});
