import { oneLine } from '../badges/plain-text.ts';
import { isObject } from '../normalizer/json-text.ts';
import type { ChatSummary } from './types.ts';

/** A stored chat, as `GET /api/v1/chats/{id}` answers. */
export interface ChatRecord {
  readonly summary: ChatSummary;
  /** `{history: {messages: {id: message}, currentId}, messages?, title, …}`. */
  readonly chat: Readonly<Record<string, unknown>>;
  /** All of the answer: the chat, and beside it whom it belongs to, its folder, its times. */
  readonly record: Readonly<Record<string, unknown>>;
}

/** @returns null for anything but a chat */
export function readChatRecord(value: unknown): ChatRecord | null {
  const summary = readChatSummary(value, false);
  if (!summary || !isObject(value) || !isObject(value.chat)) return null;
  return { summary, chat: value.chat, record: value };
}

/**
 * @param value an entry of a list of chats, or a whole one
 * @param archived what the list holds, for entries that do not say
 * @returns null for anything else
 */
export function readChatSummary(value: unknown, archived: boolean): ChatSummary | null {
  if (!isObject(value) || typeof value.id !== 'string' || value.id === '') return null;
  return {
    id: value.id,
    title: oneLine(typeof value.title === 'string' ? value.title : null),
    archived: typeof value.archived === 'boolean' ? value.archived : archived,
  };
}

/** Chats count seconds, a few imported ones milliseconds. @returns null for what is no time */
export function toMilliseconds(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return null;
  return value > 100_000_000_000 ? value : value * 1000;
}
