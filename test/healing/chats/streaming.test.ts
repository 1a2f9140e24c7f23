import { expect, test } from 'vitest';
import { readChatRecord, type ChatRecord } from '../../../src/healing/chats/chat-record.ts';
import type { OpenWebUiChats } from '../../../src/healing/chats/open-webui-chats.ts';
import { isStreaming, readAtRest } from '../../../src/healing/chats/streaming.ts';

const NOW = 1_760_000_000_000;

type Reply = Record<string, unknown>;

function recordOf(reply: Reply): ChatRecord {
  const record = readChatRecord(
    JSON.stringify({ id: 'c', chat: { history: { messages: { r: reply } } } }),
  );
  if (!record) throw new Error('no record');
  return record;
}

/** The last reply of a chat; `age` in seconds. */
function replyOf(age: number, more: Reply): Reply {
  return { role: 'assistant', content: '', timestamp: NOW / 1000 - age, ...more };
}

const CASES: readonly (readonly [
  what: string,
  reply: Reply,
  hasTasks: boolean | null,
  streaming: boolean,
])[] = [
  ['the server knows of a task', replyOf(9999, { content: 'x', done: true }), true, true],
  ['a reply that is over', replyOf(1, { content: 'x', done: true }), false, false],
  ['0.9 and later: just asked for', replyOf(1, { done: false }), false, true],
  [
    '0.9 and later: another process of the server writes it',
    replyOf(60, { content: 'so far', done: false }),
    false,
    true,
  ],
  [
    '0.9 and later: broken off long ago',
    replyOf(600, { content: 'so far', done: false }),
    false,
    false,
  ],
  ['up to 0.8: just asked for', replyOf(1, {}), false, true],
  ['up to 0.8: never answered', replyOf(600, {}), false, false],
  ['up to 0.8: closed before its end was stored', replyOf(1, { content: 'x' }), false, false],
  ['the server does not report tasks: some minutes', replyOf(600, { done: false }), null, true],
  ['the server does not report tasks: an hour', replyOf(3600, { done: false }), null, false],
  ['a reply that failed', replyOf(1, { error: { content: 'no' } }), false, false],
  ['no time', { role: 'assistant', content: '', done: false }, false, false],
  ['a question', { role: 'user', content: '', timestamp: NOW / 1000 }, false, false],
];

test.each(CASES)('%s', (_what, reply, hasTasks, streaming) => {
  expect(isStreaming(recordOf(reply), hasTasks, NOW)).toBe(streaming);
});

test('a reply that begins right after the answer about tasks is noticed', async () => {
  let reply: Reply = { role: 'assistant', content: 'x', done: true };
  const chats: OpenWebUiChats = {
    hasTasks() {
      reply = { role: 'assistant', content: '', done: false, timestamp: Date.now() / 1000 };
      return Promise.resolve(false);
    },
    read: () => Promise.resolve(recordOf(reply)),
    list: () => Promise.resolve(null),
    save: () => Promise.resolve(null),
  };

  expect(await readAtRest(chats, 'c')).toBe('streaming');
});

test('an idle chat is returned as read, and so is its trouble', async () => {
  const record = recordOf({ role: 'assistant', content: 'x', done: true });
  const trouble = { why: 'It is gone.', fatal: false, refused: true };
  for (const read of [record, trouble]) {
    const chats = {
      hasTasks: () => Promise.resolve(false),
      read: () => Promise.resolve(read),
      list: () => Promise.resolve(null),
      save: () => Promise.resolve(null),
    };

    expect(await readAtRest(chats, 'c')).toBe(read);
  }
});
