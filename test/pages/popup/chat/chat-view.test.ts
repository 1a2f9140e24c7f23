import { expect, test } from 'vitest';
import type { Look, MarkedChat, MarkedMessage } from '../../../../src/healing/types.ts';
import type { ChatFigures } from '../../../../src/stats/chats.ts';
import { chatView, trendOf } from '../../../../src/pages/popup/chat/chat-view.ts';
import { storedTexts as texts } from '../../../../src/pages/popup/texts.ts';

const NOW = new Date(2026, 10, 22).getTime();

function message(reply: number): MarkedMessage {
  return { messageId: `a${reply}`, timestamp: null, reply, parts: [], markers: 2 };
}

function marked(replies: number, ...at: readonly number[]): MarkedChat {
  const chat = { id: 'a', title: 'A chat', archived: false };
  const since = new Date(2026, 2, 3).getTime();
  return { chat, markers: at.length * 2, marked: at.length, replies, since, messages: at.map(message) };
}

test.each<[Look | null, boolean, unknown]>([
  [null, false, { title: texts.titleAll, line: null, needed: false, button: texts.lookThrough }],
  [
    null,
    true,
    { title: texts.title, line: { dot: 'off', text: texts.reading }, needed: false, button: texts.lookThrough },
  ],
  [
    { marked: null },
    true,
    { title: texts.title, line: { dot: 'active', text: texts.clean }, needed: false, button: texts.lookThrough },
  ],
  [
    { why: 'The server did not answer in time.' },
    true,
    {
      title: texts.title,
      line: { dot: 'off', text: 'The server did not answer in time.' },
      needed: false,
      button: texts.lookThrough,
    },
  ],
  [
    { marked: marked(3, 1) },
    true,
    {
      title: texts.title,
      line: { dot: 'attention', text: '2 markers in 1 of 3 replies, since 3 March.' },
      needed: true,
      button: texts.heal,
    },
  ],
  [
    { marked: marked(9, 0, 6, 7, 8) },
    true,
    {
      title: texts.title,
      line: { dot: 'attention', text: '8 markers in 4 of 9 replies, since 3 March; more in the newest replies.' },
      needed: true,
      button: texts.heal,
    },
  ],
])('the open chat: %#', (look, open, view) => {
  expect(chatView(look, open, null, NOW)).toEqual({ since: null, ...(view as object) });
});

test.each([
  [9, [6, 7, 8], 'more'],
  [9, [0, 1, 2, 3, 4, 5], 'none'],
  [9, [0, 1, 2, 3, 4, 5, 8], 'fewer'],
  [9, [0, 2, 4, 6, 8], null],
  [6, [0, 1, 2, 3, 4, 5], null],
  [5, [4], null],
] as const)('of %i replies %j have markers: %s', (replies, at, trend) => {
  expect(trendOf(marked(replies, ...at))).toBe(trend);
});

const CLEANED: ChatFigures = {
  chat: 'a',
  healed: new Date(2026, 10, 3).getTime(),
  before: { calls: 100, imitated: 12 },
  after: { calls: 40, imitated: 1 },
};

test.each<[Partial<ChatFigures>, boolean, string | null]>([
  [{}, true, 'Since you cleaned it on 3 November: 1 of 40 calls faked. Before: 12 of 100.'],
  [
    { before: { calls: 0, imitated: 0 }, after: { calls: 1, imitated: 0 } },
    true,
    'Since you cleaned it on 3 November: 0 of 1 call faked.',
  ],
  [{ after: { calls: 0, imitated: 0 } }, true, null],
  [{ healed: null }, true, null],
  [{}, false, null],
])('a chat with the figures %j, open: %s, shows: %s', (some, open, text) => {
  expect(chatView(null, open, { ...CLEANED, ...some }, NOW).since).toBe(text);
});
