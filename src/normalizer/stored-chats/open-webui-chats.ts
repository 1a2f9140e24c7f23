import { textsIn } from '../requests/assistant-texts.ts';
import { isObject, type JsonPath } from '../json/json-edit.ts';
import { chatTexts } from '../requests/stored-chat.ts';
import type { StoredChatShape } from './stored-chat-shape.ts';

/**
 * Open WebUI, all versions: records `{id, title, chat}`, one (`/api/v1/chats/{id}`, shared, just stored), a list (of a
 * folder, all chats, archived ones), or one per line (all chats from 0.9 on). Lists of titles have shorter paths.
 */
export const openWebuiChats: StoredChatShape = {
  path: /\/api\/v1\/chats\/(?:all(?:\/archived|\/db)?|(?:share\/|folder\/)?[\w-]{20,})$/,
  find(json) {
    const texts = Array.isArray(json) ? textsIn(json, [], recordTexts) : recordTexts(json, []);
    return texts.map((text) => (isBeingWritten(json, text.path) ? { ...text, open: true } : text));
  },
};

/** Finds the texts of one record. Each chat is judged on its own: markers in one say nothing about the others. */
function recordTexts(record: unknown, path: JsonPath): ReturnType<typeof chatTexts> {
  if (!isObject(record) || !isObject(record.chat)) return [];
  const chat = typeof record.id === 'string' ? record.id : path.join();
  return chatTexts(record, path).map((text) => ({ ...text, chat }));
}

/**
 * Returns whether a reply is still being written (`done` is false from 0.9 on): from 0.11 on the page appends to the
 * text that it loaded. The whole text is sent again at the end.
 */
function isBeingWritten(json: unknown, path: JsonPath): boolean {
  let node = json;
  for (const key of path) {
    if (isObject(node) && node.done === false) return true;
    node = (node as Record<string | number, unknown>)[key];
  }
  return false;
}
