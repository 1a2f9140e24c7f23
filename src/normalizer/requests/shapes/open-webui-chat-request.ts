import { textsIn } from '../assistant-texts.ts';
import { isObject } from '../../json/json-edit.ts';
import { chatTexts } from '../stored-chat.ts';
import type { RequestShape } from './request-shape.ts';

/**
 * Chats that Open WebUI's page stores: `{chat}` (`/api/v1/chats/new`, `/api/v1/chats/{id}`, import of one), `{chats}`
 * (import), `{snapshot: {chat}}` (feedback). An edit of one message names no role, so it stays unchanged:
 * `/api/v1/chats/{id}/messages/{mid}` with `{content}`, its `/event` with `{type, data}`.
 */
export const openWebuiChatRequest: RequestShape = { id: 'open-webui-chat-request', asksReply: false, find };

function find({ chat, chats, snapshot }: Record<string, unknown>): ReturnType<RequestShape['find']> {
  if (isObject(chat)) return chatTexts(chat, ['chat']);
  if (Array.isArray(chats)) {
    // Each chat is judged on its own: markers in one say nothing about the others.
    return textsIn(chats, ['chats'], (one, path) =>
      chatTexts(one, path).map((text) => ({ ...text, chat: path.join() })),
    );
  }
  return isObject(snapshot) && isObject(snapshot.chat) ? chatTexts(snapshot.chat, ['snapshot', 'chat']) : null;
}
