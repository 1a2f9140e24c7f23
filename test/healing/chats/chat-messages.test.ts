import { expect, test } from 'vitest';
import {
  messageAt,
  messagesOf,
  messageTextsOf,
  textAt,
  withMessages,
} from '../../../src/healing/chats/chat-messages.ts';

const chat = {
  title: 'T',
  history: { messages: { a: { n: 1 }, b: { n: 2 }, rubbish: 'text' }, currentId: 'b' },
  messages: [{ n: 1 }, null, { n: 2 }],
};

test('all messages, with their locations', () => {
  expect(messagesOf(chat).map(({ place, key, message }) => [place, key, message.n])).toEqual([
    ['history', 'a', 1],
    ['history', 'b', 2],
    ['branch', '0', 1],
    ['branch', '2', 2],
  ]);
  expect(messagesOf({})).toEqual([]);
});

test.each([
  ['history', 'b', { n: 2 }],
  ['branch', '2', { n: 2 }],
  ['branch', '1', null],
  ['branch', '9', null],
  ['history', 'none', null],
  ['history', 'constructor', null],
  ['history', 'rubbish', null],
] as const)('the message at %s %s', (place, key, message) => {
  expect(messageAt(chat, { place, key })).toEqual(message);
  expect(textAt(messageTextsOf(JSON.stringify({ chat })), { place, key })).toEqual(
    message && JSON.stringify(message),
  );
});

test('other messages at these locations, and everything else as it was written', () => {
  const record = `{ "chat": {"history":{"messages":{"b":{"n":2.0},"a":{"n":1},"1":null}} , "messages":[{"n":1},null,{"n":1e2}]}, "chat ": "\\u0041" }`;
  const changed = withMessages(record, [
    { place: 'history', key: 'a', text: '{"n":9}' },
    { place: 'branch', key: '2', text: '{"n":8}' },
  ]);

  expect(changed).toBe(
    record.replace('"a":{"n":1}', '"a":{"n":9}').replace('{"n":1e2}', '{"n":8}'),
  );
  expect(withMessages(record, [])).toBe(record);
});
