import { expect, test } from 'vitest';
import { cleanRequest } from '../../../../src/normalizer/requests/request-cleaner.ts';

test('the replies to be merged are sent cleaned, the prompt unchanged', () => {
  const body = (reply: string) =>
    JSON.stringify({ model: 'm', prompt: 'a\n\n`⏰ list`\n\nb', responses: ['plain', reply, null], stream: true });

  expect(cleanRequest(body('Text\n\n`📖 a`\n\nMore'))).toMatchObject({
    body: body('Text\n\nMore'),
    markers: 1,
    asksReply: true,
  });
  expect(cleanRequest(body('Use `📖 a` here'))).toMatchObject({
    body: body('Use `📖 a` here'),
    markers: 0,
    asksReply: true,
  });
});

test.each([
  ['no prompt', { model: 'm', responses: [] }],
  ['no model', { prompt: 'p', responses: [] }],
  ['no list', { model: 'm', prompt: 'p', responses: 'x' }],
])('a body with %s is another request', (_name, body) => {
  expect(cleanRequest(JSON.stringify(body))).toBeNull();
});
