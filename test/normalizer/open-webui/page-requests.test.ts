import { expect, test } from 'vitest';
import {
  createDirectRequests,
  readAskedMessages,
} from '../../../src/normalizer/open-webui/page-requests.ts';

const MESSAGE = { chatId: 'chat', messageId: 'message' };
const OTHER = { chatId: 'chat', messageId: 'other' };
const messages = [{ role: 'user', content: 'Which ⏰?' }];

test('a request body is recognised by model and history, once, with and without the prefix of the connection', () => {
  const direct = createDirectRequests();
  direct.expect(MESSAGE, { model: 'd.hermes', messages, stream: true });
  direct.expect(OTHER, { model: 'other', messages });

  expect(direct.match(JSON.stringify({ model: 'other', messages }))).toEqual(OTHER);
  expect(
    direct.match(JSON.stringify({ stream: true, model: 'hermes', messages, extra: 1 })),
  ).toEqual(MESSAGE);
  expect(direct.match(JSON.stringify({ model: 'hermes', messages }))).toBeNull();
});

test.each([
  ['another model', { model: 'llama', messages }],
  ['another history', { model: 'hermes', messages: [] }],
  ['no history', { model: 'hermes' }],
  ['no object', [1]],
])('%s is another request', (_name, body) => {
  const direct = createDirectRequests();
  direct.expect(MESSAGE, { model: 'd.hermes', messages });

  expect(direct.match(JSON.stringify(body))).toBeNull();
  expect(direct.match('no JSON')).toBeNull();
});

test('two equal requests go to their messages in order; an invalid request is not expected', () => {
  const direct = createDirectRequests();
  direct.expect(OTHER, { model: 7, messages: 'x' });
  direct.expect(MESSAGE, { model: 'm', messages });
  direct.expect(OTHER, { model: 'm', messages });
  const body = JSON.stringify({ model: 'm', messages });

  expect([direct.match(body), direct.match(body), direct.match(body)]).toEqual([
    MESSAGE,
    OTHER,
    null,
  ]);
});

test('requests that are never made do not accumulate', () => {
  const direct = createDirectRequests();
  direct.expect(MESSAGE, { model: 'first', messages });
  for (let i = 0; i < 50; i++) direct.expect(OTHER, { model: 'm', messages });

  expect(direct.match(JSON.stringify({ model: 'first', messages }))).toBeNull();
});

test.each<[string, unknown, readonly object[]]>([
  ['one model', { session_id: 's', id: 'a', model: 'm', messages: [] }, [{ id: 'a', model: 'm' }]],
  [
    'several models',
    { session_id: 's', message_ids: [{ message_id: 'a', model_id: 'm' }, { message_id: 'b' }] },
    [
      { id: 'a', model: 'm' },
      { id: 'b', model: null },
    ],
  ],
  ['ids that are none', { session_id: 's', id: 7, message_ids: [null, {}, 'x'] }, []],
  ['no chat session', { id: 'a', messages: [] }, []],
  ['a session that is no text', { session_id: 1, id: 'a' }, []],
  ['a list', ['"session_id"'], []],
])('the page asks for the messages of %s', (_name, body, expected) => {
  expect(readAskedMessages(JSON.stringify(body))).toEqual(expected);
});

test('text that is not JSON asks for nothing', () => {
  expect(readAskedMessages('"session_id"}')).toEqual([]);
});
