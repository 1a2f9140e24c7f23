import { textsIn } from '../requests/assistant-texts.ts';
import { sillyTavernTexts } from '../requests/request-shapes.ts';
import type { StoredChatShape } from './stored-chat-shape.ts';

/** SillyTavern: the list of a character or a group, which its page later stores again as it got it. */
export const sillyTavernChat: StoredChatShape = {
  path: /\/api\/chats\/(?:group\/)?get$/,
  find: (json) => textsIn(json, [], sillyTavernTexts),
};
