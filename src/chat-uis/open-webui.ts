/**
 * Open WebUI 0.5 to 0.12: the element of every message carries its id, and the events of a chat
 * name that id.
 */
import type { ChatUi } from './chat-ui.ts';

export const openWebUi: ChatUi = {
  recognise,
  // Without an id any element would be a guess, and a wrong one in the playground and in merged
  // replies.
  replyElements: () => [],
  userElements: () => [],
};

/**
 * Recognises the page: the loader script is in every page since 0.5.13, the two ids in chats of all
 * versions.
 */
function recognise(document: Document): boolean {
  if (!document.body?.hasAttribute('data-sveltekit-preload-data')) return false;
  if (document.querySelector('script[src$="/static/loader.js"]')) return true;
  return (
    document.getElementById('chat-container') !== null &&
    document.getElementById('messages-container') !== null
  );
}

/**
 * @param messageId with any content, from the server or the page
 * @returns the element of the reply's text; null while the page does not show that reply, and for a
 * message of a person
 */
export function replyById(document: Document, messageId: string): Element | null {
  return document.getElementById(`message-${messageId}`)?.querySelector('.chat-assistant') ?? null;
}

/**
 * @param reply from `replyById`
 * @returns the name of the model above it, which is as large as its text (15 px in 0.12, 16 px in
 * 0.9); there may be no text yet
 */
export function textSample(reply: Element): Element | null {
  return reply.closest('[id^="message-"]')?.querySelector('#response-message-model-name') ?? null;
}
