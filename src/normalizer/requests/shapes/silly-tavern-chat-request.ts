import { asCopies, textsIn, wholeText, type AssistantText } from '../assistant-texts.ts';
import { isObject, type JsonPath } from '../../json/json-edit.ts';
import type { RequestShape } from './request-shape.ts';

/**
 * Chats that SillyTavern's page stores (`/api/chats/save`, `/api/chats/group/save`): `chat[]` with `mes`, the text
 * shown, and `swipes[]`, all alternatives. Narrators and hidden messages (`is_system`) stay unchanged.
 */
export const sillyTavernChatRequest: RequestShape = { id: 'silly-tavern-chat-request', asksReply: false, find };

function find({ chat }: Record<string, unknown>): ReturnType<RequestShape['find']> {
  return Array.isArray(chat) ? textsIn(chat, ['chat'], savedTexts) : null;
}

/** Finds the texts of one entry of a chat. */
export function savedTexts(message: unknown, path: JsonPath): readonly AssistantText[] {
  if (!isObject(message) || message.is_user !== false || message.is_system === true) return [];
  const swipes = textsIn(message.swipes, [...path, 'swipes'], (swipe, at) => {
    const texts = wholeText(swipe, at);
    return swipe === message.mes ? asCopies(texts) : texts;
  });
  return [...wholeText(message.mes, [...path, 'mes']), ...swipes];
}
