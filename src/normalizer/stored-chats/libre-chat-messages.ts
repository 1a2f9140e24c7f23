import { asCopies, textsIn, wholeText, type AssistantText } from '../requests/assistant-texts.ts';
import { isObject, type JsonPath } from '../json/json-edit.ts';
import type { StoredChatShape } from './stored-chat-shape.ts';

/**
 * LibreChat: the messages of a conversation (`/api/messages/{id}`, a list), search results, and those of a shared link
 * (`{messages}`). The text is in `text`, in `content[].text`, or in both.
 */
export const libreChatMessages: StoredChatShape = {
  path: /\/api\/(?:messages(?:\/[^/]+)?|share\/[^/]+)$/,
  find: (json) => (isObject(json) ? textsIn(json.messages, ['messages'], savedTexts) : textsIn(json, [], savedTexts)),
};

function savedTexts(message: unknown, path: JsonPath): readonly AssistantText[] {
  if (!isObject(message) || message.isCreatedByUser !== false) return [];
  const parts = textsIn(message.content, [...path, 'content'], partTexts);
  return message.text ? [...wholeText(message.text, [...path, 'text']), ...asCopies(parts)] : parts;
}

/** The Assistants API nests texts one level deeper, in `text.value`. */
function partTexts(part: unknown, path: JsonPath): readonly AssistantText[] {
  if (!isObject(part) || part.type !== 'text') return [];
  return isObject(part.text)
    ? wholeText(part.text.value, [...path, 'text', 'value'])
    : wholeText(part.text, [...path, 'text']);
}
