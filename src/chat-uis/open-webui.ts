/** Open WebUI 0.5 to 0.12: every message is in an element that carries its id, and the events of a chat name that id. */
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import type { ChatUi } from './chat-ui.ts';

export const openWebUi: ChatUi = {
  id: 'open-webui',
  recognise,
  // Without an id any element would be a guess, and in the playground and in merged replies a wrong one.
  replyElements: () => [],
  userElements: () => [],
};

/** The loader script is in every page since 0.5.13, the two ids in chats of all versions. */
function recognise(document: Document): boolean {
  if (!document.body?.hasAttribute('data-sveltekit-preload-data')) return false;
  if (document.querySelector('script[src$="/static/loader.js"]')) return true;
  return document.getElementById('chat-container') !== null && document.getElementById('messages-container') !== null;
}

/**
 * @param message ids of any content, the server's or the page's
 * @returns the element of the reply's text; null while the page does not show that reply, and for a message of a person
 */
export function replyById(document: Document, message: ChatMessage): Element | null {
  return document.getElementById(`message-${message.messageId}`)?.querySelector('.chat-assistant') ?? null;
}

/**
 * Replies of several models to one question stand side by side, or under one row of tabs.
 * @returns whether both answer the same question; null when what the page shows does not tell
 */
export function answerSameQuestion(document: Document, earlier: ChatMessage, later: ChatMessage): boolean | null {
  if (earlier.messageId === later.messageId) return true;
  const element = replyById(document, earlier);
  if (!element) return null;
  const group = element.closest('[id^="responses-container-"]');
  if (!group) return false;
  const other = replyById(document, later);
  // Of a row of tabs only one reply is there.
  return other ? group.contains(other) : null;
}

/**
 * @param reply from `replyById`
 * @returns the name of the model above it, which is as large as its text (15 px in 0.12, 16 px in 0.9): a text may not be
 *   there yet
 */
export function textSample(reply: Element): Element | null {
  return reply.closest('[id^="message-"]')?.querySelector('#response-message-model-name') ?? null;
}
