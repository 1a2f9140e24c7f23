import {
  asCopies,
  messageTexts,
  textsIn,
  wholeText,
  writtenBy,
  type AssistantText,
} from './assistant-texts.ts';
import { isObject, type JsonPath } from '../json/json-edit.ts';

/**
 * Finds the texts of the assistant in a chat as Open WebUI stores it: `history.messages{id:
 * message}`, and up to 0.9 also `messages[]`, which repeats the open branch.
 * @param chat the chat, or its record: `{id, title, chat}`
 * @returns none for anything else
 */
export function chatTexts(chat: unknown, path: JsonPath): readonly AssistantText[] {
  if (!isObject(chat)) return [];
  return isObject(chat.chat) ? textsOf(chat.chat, [...path, 'chat']) : textsOf(chat, path);
}

/**
 * Returns whether it is a chat of Open WebUI, or the record of one: other programs have chats too,
 * but none with a `history` that names its last message.
 */
export function isOpenWebuiChat(value: unknown): boolean {
  if (!isObject(value)) return false;
  const chat = isObject(value.chat) ? value.chat : value;
  return isObject(chat.history) && 'currentId' in chat.history;
}

function textsOf(chat: Record<string, unknown>, path: JsonPath): readonly AssistantText[] {
  const stored =
    isObject(chat.history) && isObject(chat.history.messages) ? chat.history.messages : {};
  const branch = textsIn(chat.messages, [...path, 'messages'], storedTexts);
  const history = Object.keys(stored).flatMap((id) =>
    storedTexts(stored[id], [...path, 'history', 'messages', id]),
  );
  return history.length > 0 ? [...history, ...asCopies(branch)] : branch;
}

/**
 * Finds the texts of a stored message. `merged` is the reply that several models' replies were
 * merged into; it goes to the model instead of `content`.
 */
function storedTexts(message: unknown, path: JsonPath): readonly AssistantText[] {
  const texts = messageTexts(message, path);
  if (!isObject(message) || message.role !== 'assistant') return texts;
  const merged = isObject(message.merged)
    ? wholeText(message.merged.content, [...path, 'merged', 'content'])
    : [];
  return writtenBy(message.model, [...texts, ...merged]);
}
