import { arrayOf } from '../normalizer/dialects/fields.ts';
import { isObject } from '../normalizer/json-text.ts';
import type { BackupMessage } from './types.ts';

export type Chat = Readonly<Record<string, unknown>>;
export type Message = Readonly<Record<string, unknown>>;

/** Where a message stands in a chat. */
export type MessagePlace = Pick<BackupMessage, 'place' | 'key'>;

/** A message with where it stands. */
export interface PlacedMessage extends MessagePlace {
  readonly message: Message;
}

/** All messages of a chat, those of the second copy of the open branch behind the others. */
export function messagesOf(chat: Chat): readonly PlacedMessage[] {
  const branch = arrayOf(chat.messages).map((message, i) => ({ place: 'branch' as const, key: String(i), message }));
  const history = Object.entries(storedMessages(chat)).map(([key, message]) => ({ place: 'history' as const, key, message }));
  return [...history, ...branch].filter((one): one is PlacedMessage => isObject(one.message));
}

/** @returns null where the chat has no such message */
export function messageAt(chat: Chat, { place, key }: MessagePlace): Message | null {
  const stored = storedMessages(chat);
  const message = place === 'branch' ? arrayOf(chat.messages)[Number(key)] : Object.hasOwn(stored, key) ? stored[key] : null;
  return isObject(message) ? message : null;
}

/** @returns the chat with other messages at these places; what it was is not touched */
export function withMessages(chat: Chat, changed: readonly PlacedMessage[]): Chat {
  const inHistory = new Map(changed.filter(({ place }) => place === 'history').map(({ key, message }) => [key, message]));
  const inBranch = new Map(changed.filter(({ place }) => place === 'branch').map(({ key, message }) => [key, message]));
  const result: Record<string, unknown> = { ...chat };
  if (inHistory.size > 0 && isObject(chat.history)) {
    const messages = Object.entries(storedMessages(chat)).map(([key, message]) => [key, inHistory.get(key) ?? message] as const);
    result.history = { ...chat.history, messages: Object.fromEntries(messages) };
  }
  if (inBranch.size > 0) result.messages = arrayOf(chat.messages).map((message, i) => inBranch.get(String(i)) ?? message);
  return result;
}

function storedMessages({ history }: Chat): Readonly<Record<string, unknown>> {
  return isObject(history) && isObject(history.messages) ? history.messages : {};
}
