import { asCopies, messageTexts, textsIn, type AssistantText } from '../requests/assistant-texts.ts';
import { isObject, type JsonPath } from '../json/json-edit.ts';
import { readModelMessage } from '../open-webui/chat-event.ts';
import type { StoredChatShape } from './stored-chat-shape.ts';

/**
 * Channels of Open WebUI: lists of messages (latest, pinned, of a thread), and single ones. Only what models wrote is
 * the assistant's.
 */
export const openWebuiChannel: StoredChatShape = {
  path: /\/api\/v1\/channels\/[\w-]{20,}\/messages(?:\/(?:pinned|post)|\/[\w-]{20,}(?:\/(?:thread|pin|update|data))?)?$/,
  find: (json) => (Array.isArray(json) ? textsIn(json, [], bothTexts) : [...bothTexts(json, []), ...dataTexts(json)]),
};

/** Finds texts of a model's message that lists omit: the page requests them separately. */
function dataTexts(json: unknown): readonly AssistantText[] {
  return isObject(json) ? messageTexts({ role: 'assistant', output: json.output }, []) : [];
}

/** Finds the texts of a message, and of the one that it answers. */
function bothTexts(message: unknown, path: JsonPath): readonly AssistantText[] {
  if (!isObject(message)) return [];
  return [
    ...modelTexts(message, path),
    ...asCopies(modelTexts(message.reply_to_message, [...path, 'reply_to_message'])),
  ];
}

function modelTexts(message: unknown, path: JsonPath): readonly AssistantText[] {
  const read = readModelMessage(message);
  if (!read) return [];
  const texts = messageTexts({ role: 'assistant', content: read.content, output: read.output }, path);
  return texts.map((text, i) => {
    const view = text.path[path.length];
    const at = view === 'output' ? [...path, 'data', ...text.path.slice(path.length)] : text.path;
    const isLast = texts[i + 1]?.path[path.length] !== view;
    return { ...text, path: at, open: !read.done, running: !read.done && isLast };
  });
}
