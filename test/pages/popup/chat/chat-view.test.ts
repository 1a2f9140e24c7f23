import { expect, test } from 'vitest';
import type { Look, MarkedChat, MarkedMessage } from '../../../../src/healing/types.ts';
import { chatView } from '../../../../src/pages/popup/chat/chat-card.tsx';
import { storedTexts as texts } from '../../../../src/pages/popup/texts.ts';

const NOW = new Date(2026, 10, 22).getTime();

function message(reply: number): MarkedMessage {
  return { messageId: `a${reply}`, timestamp: null, reply, parts: [], markers: 2 };
}

function marked(replies: number, ...at: readonly number[]): MarkedChat {
  const chat = { id: 'a', title: 'A chat', archived: false };
  const since = new Date(2026, 2, 3).getTime();
  return {
    chat,
    markers: at.length * 2,
    marked: at.length,
    replies,
    since,
    messages: at.map(message),
  };
}

test.each<[Look | null, boolean, unknown]>([
  [null, false, { title: texts.titleAll, line: null, needed: false, button: texts.lookThrough }],
  [
    null,
    true,
    {
      title: texts.title,
      line: { dot: 'off', text: texts.reading },
      needed: false,
      button: texts.lookThrough,
    },
  ],
  [
    { marked: null },
    true,
    {
      title: texts.title,
      line: { dot: 'active', text: texts.clean },
      needed: false,
      button: texts.lookThrough,
    },
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
      line: { dot: 'attention', text: '8 markers in 4 of 9 replies, since 3 March.' },
      needed: true,
      button: texts.heal,
    },
  ],
])('the open chat: %#', (look, open, view) => {
  expect(chatView(look, open, NOW)).toEqual(view);
});
