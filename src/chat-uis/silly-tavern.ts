/**
 * SillyTavern 1.19: one row per message, which says whose it is. Follows none of the common
 * conventions.
 */
import type { ChatUi } from './chat-ui.ts';

export const sillyTavern: ChatUi = {
  recognise: (document) => document.querySelector('#sheld > #chat') !== null,
  // Its own notes, such as the arguments of a tool call, are neither a person's nor a character's.
  replyElements: (document) => [
    ...document.querySelectorAll('#chat > .mes[is_user="false"][is_system="false"]'),
  ],
  userElements: (document) => [...document.querySelectorAll('#chat > .mes[is_user="true"]')],
};
