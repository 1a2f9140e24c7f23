/** SillyTavern 1.19: a row a message, which says whose it is. Its conventions are its own. */
import type { ChatUi } from './chat-ui.ts';

export const sillyTavern: ChatUi = {
  id: 'silly-tavern',
  recognise: (document) => document.querySelector('#sheld > #chat') !== null,
  // Its own notes, such as what a tool was called with, are neither a person's nor a character's.
  replyElements: (document) => [...document.querySelectorAll('#chat > .mes[is_user="false"][is_system="false"]')],
  userElements: (document) => [...document.querySelectorAll('#chat > .mes[is_user="true"]')],
};
