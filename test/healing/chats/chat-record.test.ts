import { expect, test } from 'vitest';
import {
  readChatRecord,
  readChatSummary,
  toMilliseconds,
} from '../../../src/healing/chats/chat-record.ts';

test('an entry of a list', () => {
  expect(
    readChatSummary({ id: 'c', title: ' A\n chat ', updated_at: 1_700_000_000 }, true),
  ).toEqual({
    id: 'c',
    title: 'A chat',
    archived: true,
  });
  expect(readChatSummary({ id: 'c', title: 1, archived: false }, true)).toEqual({
    id: 'c',
    title: '',
    archived: false,
  });
});

test.each([null, [], 'text', {}, { id: '' }, { id: 1 }])('%j is no chat', (value) => {
  expect(readChatSummary(value, false)).toBeNull();
  expect(readChatRecord(JSON.stringify(value))).toBeNull();
});

test('a record without a chat is rejected', () => {
  expect(readChatRecord('{"id":"c","chat":[]}')).toBeNull();
  expect(readChatRecord('{"id":"c","chat":{}')).toBeNull();
  expect(readChatRecord('{"id":"c","chat":{}}')).toMatchObject({
    summary: { id: 'c' },
    chat: {},
    text: '{"id":"c","chat":{}}',
  });
});

test.each([
  [1_700_000_000, 1_700_000_000_000],
  [1_700_000_000.5, 1_700_000_000_500],
  [1_700_000_000_000, 1_700_000_000_000],
  [0, null],
  [-1, null],
  [Infinity, null],
  ['1', null],
  [undefined, null],
])('the time %j', (value, milliseconds) => {
  expect(toMilliseconds(value)).toBe(milliseconds);
});
