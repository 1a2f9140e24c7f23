import { expect, test } from 'vitest';
import { messagesText, sameRecords, stateOf, withTextsOf } from '../../src/healing/compare-chats.ts';
import { readChatRecord, type ChatRecord } from '../../src/healing/chat-record.ts';
import type { BackupMessage } from '../../src/healing/types.ts';

type Message = Record<string, unknown>;

function recordOf(messages: Record<string, Message>, more: Message = {}, beside: Message = {}): ChatRecord {
  const record = readChatRecord({ id: 'c', title: 'T', chat: { title: 'T', history: { messages, currentId: 'a' }, ...more }, ...beside });
  if (!record) throw new Error('no record');
  return record;
}

const out = (text: string): object[] => [{ type: 'message', content: [{ type: 'output_text', text }] }];
const change: BackupMessage = {
  place: 'history',
  key: 'a',
  messageId: 'a',
  before: { role: 'assistant', content: 'dirty', output: out('dirty') },
  after: { role: 'assistant', content: 'clean', output: out('clean') },
};

const STATES: readonly (readonly [message: Message | null, state: string])[] = [
  [{ ...change.before, done: true }, 'before'],
  [{ output: out('clean'), user_id: 'me', content: 'clean' }, 'after'],
  [{ content: 'clean ', output: out('clean') }, 'derived'],
  [{ content: 'edited', output: out('edited') }, 'other'],
  [{ content: 'clean' }, 'other'],
  [null, 'other'],
];

test.each(STATES)('a message %j is as: %s', (message, state) => {
  expect(stateOf(change, recordOf(message ? { a: message } : {}).chat)).toBe(state);
});

test('without output there is nothing that a server could make content from', () => {
  const plain = { ...change, before: { content: 'dirty' }, after: { content: 'clean' } };

  expect(stateOf(plain, recordOf({ a: { content: 'clean ' } }).chat)).toBe('other');
});

test('texts are put into a message as it stands; what came later stays', () => {
  const now = { role: 'assistant', content: 'clean', output: [], childrenIds: ['b'], annotation: { rating: 1 } };

  expect(withTextsOf(now, { content: 'dirty', output: out('dirty'), childrenIds: [] })).toEqual({ ...now, content: 'dirty', output: out('dirty') });
  expect(withTextsOf(now, { content: 'dirty' })).toEqual({ role: 'assistant', content: 'dirty', childrenIds: ['b'], annotation: { rating: 1 } });
});

const base = recordOf({ a: { content: 'x', childrenIds: ['b', 'c'], usage: { total: 1 } } });
const SAME: readonly (readonly [what: string, record: ChatRecord, same: boolean])[] = [
  ['another order of keys', recordOf({ a: { usage: { total: 1 }, childrenIds: ['b', 'c'], content: 'x' } }), true],
  ['who wrote it, set by the server', recordOf({ a: { content: 'x', childrenIds: ['b', 'c'], usage: { total: 1 }, user_id: 'me', user: {} } }), true],
  ['another order of children', recordOf({ a: { content: 'x', childrenIds: ['c', 'b'], usage: { total: 1 } } }), true],
  ['times', recordOf({ a: { content: 'x', childrenIds: ['b', 'c'], usage: { total: 1 } } }, {}, { updated_at: 9 }), true],
  ['another text', recordOf({ a: { content: 'y', childrenIds: ['b', 'c'], usage: { total: 1 } } }), false],
  ['another field', recordOf({ a: { content: 'x', childrenIds: ['b', 'c'], usage: { total: 2 } } }), false],
  ['one child less', recordOf({ a: { content: 'x', childrenIds: ['b'], usage: { total: 1 } } }), false],
  ['one message more', recordOf({ a: { content: 'x', childrenIds: ['b', 'c'], usage: { total: 1 } }, b: {} }), false],
  ['another field of the chat', recordOf({ a: { content: 'x', childrenIds: ['b', 'c'], usage: { total: 1 } } }, { tags: ['t'] }), false],
  ['another title', recordOf({ a: { content: 'x', childrenIds: ['b', 'c'], usage: { total: 1 } } }, {}, { title: 'U' }), false],
  ['archived', recordOf({ a: { content: 'x', childrenIds: ['b', 'c'], usage: { total: 1 } } }, {}, { archived: true }), false],
];

test.each(SAME)('%s: the same chat? %#', (_what, record, same) => {
  expect(sameRecords(base, record)).toBe(same);
});

test('what the messages of a chat are, in one text', () => {
  const chat = { history: { messages: { a: { x: 1, y: 2 }, b: {} }, currentId: 'a' } };

  expect(messagesText({ history: { currentId: 'b', messages: { b: {}, a: { y: 2, x: 1 } } } })).toBe(messagesText(chat));
  expect(messagesText({ history: { messages: { a: { x: 1, y: 3 }, b: {} } } })).not.toBe(messagesText(chat));
  expect(messagesText({ ...chat, messages: [{}] })).not.toBe(messagesText(chat));
  // The first of the branch, and one that has its number for an id.
  expect(messagesText({ messages: [{}] })).not.toBe(messagesText({ history: { messages: { 0: {} } } }));
});
