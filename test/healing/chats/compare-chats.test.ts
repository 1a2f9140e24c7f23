import { expect, test } from 'vitest';
import {
  messagesText,
  sameRecords,
  stateOf,
  withTextsOf,
} from '../../../src/healing/chats/compare-chats.ts';
import { messageTextsOf } from '../../../src/healing/chats/chat-messages.ts';
import { readChatRecord, type ChatRecord } from '../../../src/healing/chats/chat-record.ts';
import type { BackupMessage } from '../../../src/healing/types.ts';

type Message = Record<string, unknown>;

function recordOf(
  messages: Record<string, Message>,
  more: Message = {},
  beside: Message = {},
): ChatRecord {
  const record = readChatRecord(
    JSON.stringify({
      id: 'c',
      title: 'T',
      chat: { title: 'T', history: { messages, currentId: 'a' }, ...more },
      ...beside,
    }),
  );
  if (!record) throw new Error('no record');
  return record;
}

const out = (text: string): object[] => [
  { type: 'message', content: [{ type: 'output_text', text }] },
];
const dirty = { role: 'assistant', content: 'dirty', output: out('dirty') };
const change: BackupMessage = {
  place: 'history',
  key: 'a',
  messageId: 'a',
  before: JSON.stringify(dirty),
  after: JSON.stringify({ role: 'assistant', content: 'clean', output: out('clean') }),
};

const STATES: readonly (readonly [message: Message | null, state: string])[] = [
  [{ ...dirty, done: true }, 'before'],
  [{ output: out('clean'), user_id: 'me', content: 'clean' }, 'after'],
  [{ content: 'clean ', output: out('clean') }, 'derived'],
  [{ content: 'edited', output: out('edited') }, 'other'],
  [{ content: 'clean' }, 'other'],
  [null, 'other'],
];

test.each(STATES)('a message %j is as: %s', (message, state) => {
  expect(stateOf(change, messageTextsOf(recordOf(message ? { a: message } : {}).text))).toBe(state);
});

test('without output there is nothing to derive content from', () => {
  const plain = { ...change, before: '{"content":"dirty"}', after: '{"content":"clean"}' };

  expect(stateOf(plain, messageTextsOf(recordOf({ a: { content: 'clean ' } }).text))).toBe('other');
});

test('one more digit is a different text', () => {
  const texts = messageTextsOf(
    '{"chat":{"history":{"messages":{"a":{"content":"clean","output":[{"at":1.0}]}}}}}',
  );
  const kept: BackupMessage = {
    ...change,
    before: '{"content":"dirty","output":[{"at":1}]}',
    after: '{"content":"clean","output":[{"at":1}]}',
  };

  expect(stateOf(kept, texts)).toBe('other');
});

test('texts are put into the present message; later changes stay, exactly as written', () => {
  const now = '{"role":"assistant", "content":"clean","x":1.0,"output":[],"childrenIds":["b"]}';

  expect(withTextsOf(now, '{"output":[1e3],"content":"\\u0064irty","childrenIds":[]}')).toBe(
    '{"role":"assistant", "content":"\\u0064irty","x":1.0,"output":[1e3],"childrenIds":["b"]}',
  );
  expect(withTextsOf(now, '{"content":"dirty"}')).toBe(
    '{"role":"assistant", "content":"dirty","x":1.0,"childrenIds":["b"]}',
  );
});

const base = recordOf({ a: { content: 'x', childrenIds: ['b', 'c'], usage: { total: 1 } } });
const SAME: readonly (readonly [what: string, record: ChatRecord, same: boolean])[] = [
  [
    'another order of keys',
    recordOf({ a: { usage: { total: 1 }, childrenIds: ['b', 'c'], content: 'x' } }),
    true,
  ],
  [
    'who wrote it, set by the server',
    recordOf({
      a: { content: 'x', childrenIds: ['b', 'c'], usage: { total: 1 }, user_id: 'me', user: {} },
    }),
    true,
  ],
  [
    'another order of children',
    recordOf({ a: { content: 'x', childrenIds: ['c', 'b'], usage: { total: 1 } } }),
    true,
  ],
  [
    'times',
    recordOf(
      { a: { content: 'x', childrenIds: ['b', 'c'], usage: { total: 1 } } },
      {},
      { updated_at: 9 },
    ),
    true,
  ],
  [
    'another text',
    recordOf({ a: { content: 'y', childrenIds: ['b', 'c'], usage: { total: 1 } } }),
    false,
  ],
  [
    'another field',
    recordOf({ a: { content: 'x', childrenIds: ['b', 'c'], usage: { total: 2 } } }),
    false,
  ],
  [
    'one child less',
    recordOf({ a: { content: 'x', childrenIds: ['b'], usage: { total: 1 } } }),
    false,
  ],
  [
    'one message more',
    recordOf({ a: { content: 'x', childrenIds: ['b', 'c'], usage: { total: 1 } }, b: {} }),
    false,
  ],
  [
    'another field of the chat',
    recordOf(
      { a: { content: 'x', childrenIds: ['b', 'c'], usage: { total: 1 } } },
      { tags: ['t'] },
    ),
    false,
  ],
  [
    'another title',
    recordOf(
      { a: { content: 'x', childrenIds: ['b', 'c'], usage: { total: 1 } } },
      {},
      { title: 'U' },
    ),
    false,
  ],
  [
    'archived',
    recordOf(
      { a: { content: 'x', childrenIds: ['b', 'c'], usage: { total: 1 } } },
      {},
      { archived: true },
    ),
    false,
  ],
];

test.each(SAME)('%s: the same chat? %#', (_what, record, same) => {
  expect(sameRecords(base, record)).toBe(same);
});

/** Pieces of a message that a parse would make equal, or lose. */
const DIGITS: readonly (readonly [a: string, b: string])[] = [
  ['{"n":9007199254740993}', '{"n":9007199254740992}'],
  ['{"n":1.0}', '{"n":1}'],
  ['{"n":"\\ud800"}', '{"n":"\\ufffd"}'],
  ['{"__proto__":1}', '{}'],
  [`{"n":${'['.repeat(900)}1${']'.repeat(900)}}`, `{"n":${'['.repeat(900)}2${']'.repeat(900)}}`],
];

test.each(DIGITS)('%s and %s are not the same', (a, b) => {
  const [one = '', other = ''] = [a, b].map(
    (message) => `{"id":"c","chat":{"history":{"messages":{"a":${message}}}}}`,
  );

  expect(sameRecords({ text: one }, { text: other })).toBe(false);
  expect(sameRecords({ text: one }, { text: one.replaceAll(':', ' : ') })).toBe(true);
  expect(messagesText(one)).not.toBe(messagesText(other));
});

test('the messages of a chat as one text', () => {
  const textOf = (chat: object): string => messagesText(JSON.stringify({ chat }));
  const chat = { history: { messages: { a: { x: 1, y: 2 }, b: {} }, currentId: 'a' } };

  expect(textOf({ history: { currentId: 'b', messages: { b: {}, a: { y: 2, x: 1 } } } })).toBe(
    textOf(chat),
  );
  expect(textOf({ history: { messages: { a: { x: 1, y: 3 }, b: {} } } })).not.toBe(textOf(chat));
  expect(textOf({ ...chat, messages: [{}] })).not.toBe(textOf(chat));
  // The first of the branch, and one that has its number as an id.
  expect(textOf({ messages: [{}] })).not.toBe(textOf({ history: { messages: { 0: {} } } }));
});
