import { expect, test } from 'vitest';
import { messageAt, messagesOf, withMessages } from '../../src/healing/chat-messages.ts';

const chat = { title: 'T', history: { messages: { a: { n: 1 }, b: { n: 2 }, rubbish: 'text' }, currentId: 'b' }, messages: [{ n: 1 }, null, { n: 2 }] };

test('all messages, with where they stand', () => {
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
});

test('other messages at these places, and the chat is what it was', () => {
  const before = structuredClone(chat);
  const changed = withMessages(chat, [{ place: 'history', key: 'a', message: { n: 9 } }, { place: 'branch', key: '2', message: { n: 8 } }]);

  expect(changed).toEqual({ title: 'T', history: { messages: { a: { n: 9 }, b: { n: 2 }, rubbish: 'text' }, currentId: 'b' }, messages: [{ n: 1 }, null, { n: 8 }] });
  expect(chat).toEqual(before);
  expect(withMessages(chat, [])).toEqual(chat);
});
