import { messageTexts, textsIn } from '../requests/assistant-texts.ts';
import { isObject } from '../json/json-edit.ts';
import type { StoredChatShape } from './stored-chat-shape.ts';

/**
 * Messages with `role`, as a list, or in `messages` or `history`: what Open WebUI up to 0.8 puts back into a chat after
 * a reply (`/api/chat/completed`) and after an action, AnythingLLM's chats of a workspace or thread, and the messages
 * of chats made with the AI SDK's template.
 */
export const roleMessages: StoredChatShape = {
  path: /\/api\/(?:chat\/(?:completed|actions\/[^/]+)|workspace\/[^/]+\/(?:thread\/[^/]+\/)?chats|messages)$/,
  find(json) {
    if (!isObject(json)) return textsIn(json, [], messageTexts);
    return ['messages', 'history'].flatMap((key) => textsIn(json[key], [key], messageTexts));
  },
};
