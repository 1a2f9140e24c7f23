import { expect, test } from 'vitest';
import { cleanChat, type CleanedChat } from '../../../src/healing/chats/chat-cleaner.ts';
import { readChatRecord } from '../../../src/healing/chats/chat-record.ts';
import { readMessage } from '../../../src/healing/chats/chat-messages.ts';
import type { Hermes } from '../../../src/settings/hermes.ts';
import { CLEAN, COMMIT, DIRTY, FIRST_TIME, makeChat } from '../chats.ts';

function clean(chat: Record<string, unknown>, hermes: Hermes = []): CleanedChat | null {
  const record = readChatRecord(
    JSON.stringify({ id: 'c1', title: 'A chat', updated_at: FIRST_TIME, archived: false, chat }),
  );
  return record && cleanChat(record, hermes);
}

function chatOf(...messages: readonly Record<string, unknown>[]): Record<string, unknown> {
  return {
    history: {
      messages: Object.fromEntries(messages.map((message) => [message.id, message])),
      currentId: messages[0]?.id,
    },
  };
}

function item(type: string, text: string): object {
  return { type, content: [{ type: 'output_text', text }] };
}

test('a chat without markers is not found', () => {
  expect(clean(makeChat({ reply: () => CLEAN }))).toBeNull();
  expect(clean({})).toBeNull();
  expect(
    clean({ history: { messages: { x: null, y: 'text', z: [] } }, messages: 'none' }),
  ).toBeNull();
});

test('a mere lookalike stays, unless the chat or its site shows that it contains Hermes markers', () => {
  const commit = { id: 'a', role: 'assistant', content: COMMIT };
  expect(clean(chatOf(commit))).toBeNull();
  expect(clean(chatOf(commit, { id: 'b', role: 'user', content: DIRTY }))).toBeNull();
  expect(
    clean(chatOf(commit, { id: 'b', role: 'assistant', content: DIRTY }))?.marked,
  ).toMatchObject({
    markers: 2,
    marked: 2,
  });
  expect(clean(chatOf(commit), true)?.marked).toMatchObject({ markers: 1, marked: 1 });
  expect(clean(chatOf({ ...commit, role: 'user' }), true)).toBeNull();
  // Of two models, only the one that is Hermes.
  const ofTwo = chatOf({ ...commit, model: 'm' }, { ...commit, id: 'b', model: 'n' });
  expect(clean(ofTwo, ['m'])?.changes.map(({ messageId }) => messageId)).toEqual(['a']);
});

test('the person is shown how many, since when, and which replies', () => {
  const marked = clean(
    makeChat({ turns: 3, reply: (turn) => (turn === 1 ? CLEAN : DIRTY) }),
  )?.marked;

  expect(marked).toMatchObject({
    markers: 2,
    marked: 2,
    replies: 3,
    since: FIRST_TIME * 1000,
    chat: { id: 'c1', title: 'A chat' },
  });
  expect(
    marked?.messages.map(({ messageId, reply, markers }) => [messageId, reply, markers]),
  ).toEqual([
    ['a0', 0, 1],
    ['a2', 2, 1],
  ]);
  expect(marked?.messages[0]?.parts).toEqual([
    { field: 'content', before: DIRTY, after: CLEAN },
    { field: 'output', before: DIRTY, after: CLEAN },
  ]);
});

test('the second copy of the open branch is changed too, and not shown twice', () => {
  const cleaned = clean(makeChat({ generation: '0.8.12', turns: 1 }));

  expect(cleaned?.marked).toMatchObject({ markers: 1, marked: 1, replies: 1 });
  expect(cleaned?.changes.map(({ place, key, messageId }) => [place, key, messageId])).toEqual([
    ['history', 'a0', 'a0'],
    ['branch', '1', 'a0'],
  ]);
});

test('a copy with markers is shown if its reply has none', () => {
  const chat = {
    ...makeChat({ generation: '0.6.43', turns: 1, reply: () => CLEAN }),
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: DIRTY },
    ],
  };
  const cleaned = clean(chat);

  expect(cleaned?.marked.messages).toMatchObject([{ messageId: '#1', markers: 1 }]);
  expect(cleaned?.changes).toMatchObject([
    { place: 'branch', key: '1', after: JSON.stringify({ role: 'assistant', content: CLEAN }) },
  ]);
});

test('only the texts of the assistant change', () => {
  const details =
    '<details type="reasoning" done="true">\n<summary>Thought</summary>\n`⏰ list`\n</details>\n';
  const reply = {
    id: 'a',
    role: 'assistant',
    content: `${details}X.\n\`⏰ list\`\n\nY`,
    output: [
      item('reasoning', DIRTY),
      item('message', DIRTY),
      { type: 'function_call', arguments: DIRTY },
    ],
    merged: { status: true, content: DIRTY },
    statusHistory: [{ description: DIRTY }],
  };
  const cleaned = clean(
    chatOf(
      reply,
      { id: 'u', role: 'user', content: DIRTY },
      { id: 's', role: 'system', content: DIRTY },
    ),
  );

  expect(cleaned?.changes).toEqual([
    {
      place: 'history',
      key: 'a',
      messageId: 'a',
      before: JSON.stringify(reply),
      after: JSON.stringify({
        ...reply,
        content: `${details}X.\nY`,
        output: [
          item('reasoning', DIRTY),
          item('message', CLEAN),
          { type: 'function_call', arguments: DIRTY },
        ],
        merged: { status: true, content: CLEAN },
      }),
    },
  ]);
  expect(cleaned?.marked.markers).toBe(2);
});

test('a reply of nothing but markers becomes empty', () => {
  const cleaned = clean(
    chatOf({ id: 'a', role: 'assistant', content: '`⏰ list`\n\n`💻 ls`\n\n\n' }),
  );

  expect(readMessage(cleaned?.changes[0]?.after ?? '').content).toBe('');
});

test('ids named like members of JavaScript objects are ids like any other', () => {
  const chat = JSON.parse(
    '{"history":{"messages":{"__proto__":{"id":"__proto__","role":"assistant","content":"`⏰ list`\\n\\nX"}}}}',
  ) as Record<string, unknown>;
  const cleaned = clean(chat, true);

  expect(cleaned?.changes[0]).toMatchObject({
    key: '__proto__',
    after: '{"id":"__proto__","role":"assistant","content":"X"}',
  });
});

test('replies are numbered by their time', () => {
  const cleaned = clean(
    chatOf(
      { id: 'late', role: 'assistant', content: DIRTY, timestamp: 20 },
      { id: 'early', role: 'assistant', content: DIRTY, timestamp: 10 },
    ),
  );

  expect(cleaned?.marked.messages.map(({ messageId, reply }) => [messageId, reply])).toEqual([
    ['early', 0],
    ['late', 1],
  ]);
});
