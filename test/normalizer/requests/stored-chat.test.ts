import { expect, test } from 'vitest';
import { cleanTexts } from '../../../src/normalizer/requests/assistant-texts.ts';
import { chatTexts } from '../../../src/normalizer/requests/stored-chat.ts';

const MARKED = 'One.\n\n`⏰ list`\n\nTwo.';
const user = { role: 'user', content: MARKED };
const reply = { role: 'assistant', content: MARKED };

test.each<[string, unknown, readonly string[], number]>([
  [
    'history alone',
    { history: { messages: { u: user, a: reply, b: reply } } },
    ['history.messages.a.content', 'history.messages.b.content'],
    2,
  ],
  [
    'history and its open branch',
    { history: { messages: { u: user, a: reply } }, messages: [user, reply] },
    ['history.messages.a.content', 'messages.1.content'],
    1,
  ],
  ['the branch alone', { messages: [user, reply] }, ['messages.1.content'], 1],
  ['an empty history', { history: { messages: {} }, messages: [reply] }, ['messages.0.content'], 1],
  [
    'a record',
    { id: 'c', title: MARKED, chat: { title: MARKED, history: { messages: { a: reply } } } },
    ['chat.history.messages.a.content'],
    1,
  ],
  [
    'several models merged',
    {
      messages: [
        { ...reply, content: 'x', merged: { status: true, content: MARKED } },
        { ...user, merged: { content: MARKED } },
      ],
    },
    ['messages.0.merged.content'],
    1,
  ],
  ['a list of messages in the place of the map', { history: { messages: [reply] } }, [], 0],
  ['nothing of the kind', { history: null, messages: MARKED }, [], 0],
  ['no chat', [reply], [], 0],
  ['a text', MARKED, [], 0],
])('%s', (_name, chat, paths, markers) => {
  const cleaned = cleanTexts(chatTexts(chat, []), '');

  expect(cleaned.edits.map(({ path }) => path.join('.'))).toEqual(paths);
  expect(cleaned.markers).toBe(markers);
});

test('content and output of a message are both cleaned, and counted once', () => {
  const output = [
    { type: 'message', status: 'completed', role: 'assistant', content: [{ type: 'output_text', text: MARKED }] },
  ];

  const cleaned = cleanTexts(chatTexts({ history: { messages: { a: { ...reply, output } } } }, []), '');

  expect(cleaned.edits).toHaveLength(2);
  expect(cleaned.markers).toBe(1);
});
