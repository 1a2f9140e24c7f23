import { arrayOf } from '../normalizer/dialects/fields.ts';
import { cleanTexts, wholeText } from '../normalizer/history-text.ts';
import { isObject } from '../normalizer/json-text.ts';
import { messageAt, messagesOf, withMessages, type Chat, type Message } from './chat-messages.ts';
import type { ChatRecord } from './chat-record.ts';
import type { BackupMessage } from './types.ts';

/** How a message stands, beside what it was and what it was to become. */
export type MessageState =
  | 'before'
  | 'after'
  /** As `after`, but for `content`: some versions (0.9) make that from `output` themselves whenever `output` changes. */
  | 'derived'
  /** Edited, or gone. */
  | 'other';

/** The fields that hold texts of a reply; all that healing ever changes. */
const TEXT_FIELDS = ['content', 'output', 'merged'] as const;

/** @param chat as it stands now */
export function stateOf(change: BackupMessage, chat: Chat): MessageState {
  const now = messageAt(chat, change);
  if (!now) return 'other';
  const { before, after } = change;
  if (sameTexts(now, after)) return 'after';
  if (sameTexts(now, before)) return 'before';
  const derived = canonical(before.output) !== canonical(after.output) && sameTexts({ ...now, content: after.content }, after);
  return derived ? 'derived' : 'other';
}

/** @returns a message as it stands now, with the texts of another */
export function withTextsOf(now: Message, texts: Message): Message {
  const kept = Object.entries(now).filter(([key]) => !isTextField(key) || Object.hasOwn(texts, key));
  return Object.fromEntries(kept.map(([key, value]) => [key, isTextField(key) ? texts[key] : value]));
}

/** Whether the `content` of a message holds no markers. */
export function isCleanContent({ content }: Message): boolean {
  return cleanTexts(wholeText(content, []), '').markers === 0;
}

/**
 * Whether two records are the same chat with the same messages, apart from what servers set themselves when they store a
 * chat: `user_id` and `user` of a message, the order of `childrenIds` (0.12), the open message and times.
 */
export function sameRecords(a: ChatRecord, b: ChatRecord): boolean {
  return canonical(comparable(a)) === canonical(comparable(b));
}

/** @returns a text that is equal for two chats whose messages are, whatever the order of their keys */
export function messagesText(chat: Chat): string {
  return canonical(Object.fromEntries(messagesOf(chat).map(({ place, key, message }) => [`${place} ${key}`, message])));
}

function comparable({ chat, record }: ChatRecord): unknown {
  const plain = messagesOf(chat).map(({ place, key, message }) => ({ place, key, message: comparableMessage(message) }));
  const compared = withMessages(chat, plain);
  const history = isObject(compared.history) ? without(compared.history, ['currentId']) : null;
  // Of the two titles, the one beside the chat is shown.
  const others = without(compared, ['history', 'title', 'share_mode']);
  return [history, others, record.title, record.archived, record.pinned ?? false, record.folder_id ?? null];
}

function comparableMessage(message: Message): Message {
  const children = arrayOf(message.childrenIds).map(String).toSorted();
  return { ...without(message, ['user_id', 'user']), childrenIds: children };
}

function without(object: Message, keys: readonly string[]): Message {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

function sameTexts(a: Message, b: Message): boolean {
  return TEXT_FIELDS.every((field) => canonical(a[field]) === canonical(b[field]));
}

function isTextField(key: string): boolean {
  return TEXT_FIELDS.some((field) => field === key);
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (isObject(inner) ? sorted(inner) : inner)) ?? 'null';
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
