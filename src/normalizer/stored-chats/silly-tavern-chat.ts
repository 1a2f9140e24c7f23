import { textsIn } from '../requests/assistant-texts.ts';
import { savedTexts } from '../requests/shapes/silly-tavern-chat-request.ts';
import type { StoredChatShape } from './stored-chat-shape.ts';

/** SillyTavern: the list that its page stores again as it is, of a character or of a group. */
export const sillyTavernChat: StoredChatShape = {
  path: /\/api\/chats\/(?:group\/)?get$/,
  find: (json) => textsIn(json, [], savedTexts),
};
