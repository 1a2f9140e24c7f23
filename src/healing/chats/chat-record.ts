import { oneLine } from '../../lib/plain-text.ts';
import { isObject, parseJson } from '../../normalizer/json/json-edit.ts';
import type { ChatSummary } from '../types.ts';

/** A stored chat, as `GET /api/v1/chats/{id}` answers. */
export interface ChatRecord {
  readonly summary: ChatSummary;
  /**
   * The whole answer, as the server wrote it: the chat, and beside it its owner, folder and times.
   * Whatever is stored or backed up is cut out of it, so that no number, key or lone surrogate is
   * lost.
   */
  readonly text: string;
  /**
   * The parsed chat, for reading only: `{history: {messages: {id: message}, currentId}, messages?,
   * title, …}`.
   */
  readonly chat: Readonly<Record<string, unknown>>;
}

/**
 * @param value the parsed text, if available
 * @returns null for anything but the JSON text of a chat
 */
export function readChatRecord(text: string, value: unknown = parseJson(text)): ChatRecord | null {
  const summary = readChatSummary(value, false);
  return summary && isObject(value) && isObject(value.chat)
    ? { summary, text, chat: value.chat }
    : null;
}

/** UTF-16 units; no URL contains longer ids, and a list of them would fill the memory. */
const MAX_ID = 200;

/**
 * @param value an entry of a list of chats, or a whole chat
 * @param archived what the list contains, for entries that do not say
 * @returns null for anything else
 */
export function readChatSummary(value: unknown, archived: boolean): ChatSummary | null {
  if (
    !isObject(value) ||
    typeof value.id !== 'string' ||
    value.id === '' ||
    value.id.length > MAX_ID
  )
    return null;
  return {
    id: value.id,
    title: oneLine(typeof value.title === 'string' ? value.title : null),
    archived: typeof value.archived === 'boolean' ? value.archived : archived,
  };
}

/**
 * Converts a time of a chat: mostly seconds, in a few imported ones milliseconds.
 * @returns null for anything but a time
 */
export function toMilliseconds(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return null;
  return value > 100_000_000_000 ? value : value * 1000;
}
