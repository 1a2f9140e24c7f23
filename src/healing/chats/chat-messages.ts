import { arrayOf } from '../../normalizer/dialects/fields.ts';
import {
  editJson,
  isObject,
  parseJson,
  rawAt,
  rawElements,
  rawMembers,
  type JsonPath,
} from '../../normalizer/json/json-edit.ts';
import type { BackupMessage } from '../types.ts';

export type Chat = Readonly<Record<string, unknown>>;
export type Message = Readonly<Record<string, unknown>>;

/** The location of a message in a chat. */
export type MessagePlace = Pick<BackupMessage, 'place' | 'key'>;

/** A message with its location. */
export interface PlacedMessage extends MessagePlace {
  readonly message: Message;
}

/** A message as JSON text, with its location. */
export interface PlacedText extends MessagePlace {
  readonly text: string;
}

/** The texts of all messages of a chat, by location. */
export interface MessageTexts {
  readonly history: ReadonlyMap<string, string>;
  /** The second copy of the open branch; keys are numbers. */
  readonly branch: ReadonlyMap<string, string>;
}

/** Returns all messages of a chat; those of the second copy of the open branch come last. */
export function messagesOf(chat: Chat): readonly PlacedMessage[] {
  const branch = arrayOf(chat.messages).map((message, i) => ({
    place: 'branch' as const,
    key: String(i),
    message,
  }));
  const history = Object.entries(storedMessages(chat)).map(([key, message]) => ({
    place: 'history' as const,
    key,
    message,
  }));
  return [...history, ...branch].filter((one): one is PlacedMessage => isObject(one.message));
}

/** @returns null if the chat has no such message */
export function messageAt(chat: Chat, { place, key }: MessagePlace): Message | null {
  const stored = storedMessages(chat);
  const message =
    place === 'branch'
      ? arrayOf(chat.messages)[Number(key)]
      : Object.hasOwn(stored, key)
        ? stored[key]
        : null;
  return isObject(message) ? message : null;
}

/** @param record JSON text of a record: `{chat}` */
export function messageTextsOf(record: string): MessageTexts {
  const branch = rawElements(record, ['chat', 'messages']).map(
    (text, i) => [String(i), text] as const,
  );
  return {
    history: rawMembers(rawAt(record, ['chat', 'history', 'messages']) ?? ''),
    branch: new Map(branch),
  };
}

/** @returns null if there is no such message */
export function textAt(texts: MessageTexts, { place, key }: MessagePlace): string | null {
  const text = texts[place].get(key) ?? '';
  return text.startsWith('{') ? text : null;
}

/** @returns the message stored as this text */
export function readMessage(text: string): Message {
  const message = parseJson(text);
  return isObject(message) ? message : {};
}

/**
 * @returns the text of a record with messages replaced at these locations; everything else stays
 * exactly as written
 */
export function withMessages(record: string, changed: readonly PlacedText[]): string {
  return editJson(
    record,
    changed.map((one) => ({ path: pathOf(one), json: one.text })),
  );
}

/** @returns the path of a message in a record */
export function pathOf({ place, key }: MessagePlace): JsonPath {
  return place === 'branch'
    ? ['chat', 'messages', Number(key)]
    : ['chat', 'history', 'messages', key];
}

function storedMessages({ history }: Chat): Readonly<Record<string, unknown>> {
  return isObject(history) && isObject(history.messages) ? history.messages : {};
}
