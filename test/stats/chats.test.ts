import { expect, test } from 'vitest';
import {
  addChatCalls,
  addToChats,
  markHealed,
  markUnhealed,
  MAX_CHATS,
  MAX_TOLD_CHATS,
  readChatCalls,
  readChatFigures,
  type ChatFigures,
} from '../../src/stats/chats.ts';

const NONE = { calls: 0, imitated: 0 };

test('calls count as before until the chat is cleaned, and as after from then on', () => {
  let chats: readonly ChatFigures[] = addToChats([], [{ chat: 'a', calls: 100, imitated: 12 }]);
  chats = markHealed(chats, 'a', 5000);
  chats = addToChats(chats, [
    { chat: 'a', calls: 60, imitated: 1 },
    { chat: 'b', calls: 1, imitated: 0 },
  ]);
  chats = addToChats(chats, [{ chat: 'a', calls: 40, imitated: 0 }]);

  expect(chats).toEqual([
    { chat: 'b', healed: null, before: { calls: 1, imitated: 0 }, after: NONE },
    {
      chat: 'a',
      healed: 5000,
      before: { calls: 100, imitated: 12 },
      after: { calls: 100, imitated: 1 },
    },
  ]);
});

test('a chat that is cleaned again starts over: all calls so far were before', () => {
  let chats = markHealed([], 'a', 1);
  chats = addToChats(chats, [{ chat: 'a', calls: 10, imitated: 3 }]);
  chats = markHealed(chats, 'a', 2);
  chats = addToChats(chats, [{ chat: 'a', calls: 5, imitated: 0 }]);

  expect(chats).toEqual([
    { chat: 'a', healed: 2, before: { calls: 10, imitated: 3 }, after: { calls: 5, imitated: 0 } },
  ]);
});

test('an undone cleaning is forgotten, and later calls of the chat join the rest', () => {
  let chats = addToChats(
    [],
    [
      { chat: 'a', calls: 10, imitated: 3 },
      { chat: 'b', calls: 1, imitated: 0 },
    ],
  );
  chats = addToChats(markHealed(markHealed(chats, 'a', 5), 'b', 5), [
    { chat: 'a', calls: 5, imitated: 1 },
  ]);

  expect(markUnhealed(markUnhealed(chats, 'a'), 'unknown')).toEqual([
    { chat: 'b', healed: 5, before: { calls: 1, imitated: 0 }, after: NONE },
    { chat: 'a', healed: null, before: { calls: 15, imitated: 4 }, after: NONE },
  ]);
});

test('of too many chats the one idle longest is dropped, and a cleaned one only if all are', () => {
  let chats = markHealed([], 'cleaned', 1);
  for (let i = 0; i < MAX_CHATS + 50; i++)
    chats = addToChats(chats, [{ chat: `chat ${i}`, calls: 1, imitated: 0 }]);
  expect(chats.length).toBe(MAX_CHATS);
  expect(chats[0]?.chat).toBe('cleaned');
  expect(chats.some(({ chat }) => chat === 'chat 0')).toBe(false);

  for (let i = 0; i < MAX_CHATS; i++) chats = markHealed(chats, `new ${i}`, 2);
  expect(chats.length).toBe(MAX_CHATS);
  expect(chats.some(({ chat }) => chat === 'cleaned')).toBe(false);
});

test('calls are added up by chat, up to a limit of chats', () => {
  let calls = addChatCalls([], { chat: 'a', calls: 1, imitated: 1 });
  calls = addChatCalls(calls, { chat: 'b', calls: 1, imitated: 0 });
  expect(addChatCalls(calls, { chat: 'a', calls: 2, imitated: 0 })).toEqual([
    { chat: 'a', calls: 3, imitated: 1 },
    { chat: 'b', calls: 1, imitated: 0 },
  ]);

  for (let i = 0; i < 100; i++)
    calls = addChatCalls(calls, { chat: `${i}`, calls: 1, imitated: 0 });
  expect(calls.length).toBe(MAX_TOLD_CHATS);
});

test('made-up values of chats are dropped or capped: no more faked calls than calls', () => {
  const given = [
    { chat: 'a', calls: 1e9, imitated: 1e12, more: 'x' },
    { chat: '', calls: 1 },
    null,
    7,
    { chat: '__proto__', calls: -1 },
  ];
  expect(readChatCalls(given, 1000)).toEqual([
    { chat: 'a', calls: 1000, imitated: 1000 },
    { chat: '__proto__', calls: 0, imitated: 0 },
  ]);
  expect(readChatCalls('rubbish', 1000)).toEqual([]);
  expect(
    readChatCalls(
      Array.from({ length: 500 }, () => given[0]),
      10,
    ).length,
  ).toBe(MAX_TOLD_CHATS);
});

test('stored chats read back unchanged, and invalid data as nothing', () => {
  const chats = addToChats(markHealed([], 'a', 7), [{ chat: 'a', calls: 2, imitated: 1 }]);

  expect(readChatFigures(structuredClone(chats))).toEqual(chats);
  expect(readChatFigures([{ chat: 'a', healed: 'yesterday', before: 3 }, {}])).toEqual([
    { chat: 'a', healed: null, before: NONE, after: NONE },
  ]);
  expect(readChatFigures({})).toEqual([]);
});
