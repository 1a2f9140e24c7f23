import { isObject, type JsonPath } from '../json/json-edit.ts';

/**
 * Longest id of a chat or a message, in UTF-16 units: theirs are UUIDs, some with a short prefix.
 */
export const MAX_ID = 200;

/**
 * Returns whether `value` can be Open WebUI's id of a chat or a message. It may contain anything:
 * ids are only compared and looked up, never part of a selector or of HTML.
 */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID;
}

/** The reply that an event belongs to. */
export interface ChatMessage {
  readonly chatId: string;
  readonly messageId: string;
}

/**
 * One event of a chat: `{chat_id, message_id, data: {type, data}}`, named "chat-events" up to Open
 * WebUI 0.6.32, then "events".
 */
export interface ChatEvent extends ChatMessage {
  readonly type: string;
  readonly data: unknown;
}

/** A packet without it is not an event of a message. */
export const CHAT_EVENT_NEEDLE = '"message_id"';

/** The path of an event's inner data in its packet. */
export const DATA_PATH: JsonPath = [1, 'data', 'data'];

/** The type of all events with a message of a channel. */
export const CHANNEL_MESSAGE = 'channel message';

/** What the ids of channels begin with, among those of chats. */
const CHANNEL = 'channel:';

/** Returns whether a message is in a channel, where others write and ask, too. */
export function isChannel({ chatId }: ChatMessage): boolean {
  return chatId.startsWith(CHANNEL);
}

/**
 * Reads the arguments of a socket.io event as a chat event, by their shape, because the event's
 * name has changed before. Events of channels ("channel-events", "events:channel") name a channel
 * instead of a chat; those with a message all get one type.
 * @returns null for every other event, and for one with an invalid id
 */
export function readChatEvent(args: readonly unknown[]): ChatEvent | null {
  const [name, envelope] = args;
  if (typeof name !== 'string' || !isObject(envelope) || !isObject(envelope.data)) return null;
  const { chat_id: chatId, channel_id: channelId, message_id: messageId } = envelope;
  const { type, data } = envelope.data;
  if (!isId(messageId) || typeof type !== 'string') return null;
  if (isId(chatId)) return { chatId, messageId, type, data };
  if (!isId(channelId) || !/^message(?:$|:)/.test(type)) return null;
  return { chatId: CHANNEL + channelId, messageId, type: CHANNEL_MESSAGE, data };
}

/** Copies the ids, so that those who keep them do not retain the event with all its text. */
export function messageOf({ chatId, messageId }: ChatEvent): ChatMessage {
  return { chatId, messageId };
}

/** A message of a channel that a model wrote. */
export interface ModelMessage {
  readonly model: string;
  readonly content: unknown;
  /** Output items, from 0.9 on. */
  readonly output: unknown;
  /** It is complete. */
  readonly done: boolean;
}

/**
 * @returns null for a message of a person, an app or a webhook: only a model's message names its
 * model
 */
export function readModelMessage(message: unknown): ModelMessage | null {
  if (!isObject(message) || !isObject(message.meta) || typeof message.meta.model_id !== 'string')
    return null;
  const output = isObject(message.data) ? message.data.output : undefined;
  const { model_id: model, done } = message.meta;
  return { model, content: message.content, output, done: done === true };
}
