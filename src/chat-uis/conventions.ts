/** Any chat page that follows a common convention for marking who wrote a message. */
import type { ChatUi } from './chat-ui.ts';

/** Attributes that name the author outright; each is used by several unrelated UIs. */
const AUTHOR_ATTRIBUTES = [
  'data-message-author-role',
  'data-message-role',
  'data-role',
  'data-author-role',
  'data-author',
  'data-sender',
] as const;

const REPLY_AUTHORS = ['assistant', 'bot', 'ai', 'agent'] as const;
const USER_AUTHORS = ['user', 'human', 'you'] as const;

/** Most certain first: only the first tier that finds anything is used. */
const REPLY_TIERS: readonly string[] = [
  byAttribute(REPLY_AUTHORS),
  [
    '.chat-assistant',
    '.assistant-message',
    '.message-assistant',
    '.chat-message-assistant',
    '.message--assistant',
    '.article--assistant',
    '.assistant-msg',
    '.bot-message',
    '.ai-message',
    '.message.bot',
    '.bot-row',
    '[data-testid="message-assistant"]',
    '[data-testid="assistant-message"]',
  ].join(),
  '[class~="assistant"]',
  '[aria-label^="assistant message" i]',
  '[role="log"] [role="article"]:not([class*="user" i]), [role="feed"] > [role="article"]:not([class*="user" i])',
];

const USER_TIERS: readonly string[] = [
  byAttribute(USER_AUTHORS),
  [
    '.chat-user',
    '.user-message',
    '.message-user',
    '.chat-message-user',
    '.message--user',
    '.article--user',
    '.user-msg',
    '.human-message',
    '.message.user',
    '.user-row',
    '[data-testid="message-user"]',
    '[data-testid="user-message"]',
  ].join(),
  '[class~="user"]',
  '[aria-label^="user message" i]',
  '[role="log"] [role="article"][class*="user" i], [role="feed"] > [role="article"][class*="user" i]',
];

/**
 * Searching that many takes some 15 ms; no page with as many elements is known that follows a
 * convention.
 */
const MAX_ELEMENTS = 40_000;

/** The same words also label menus, forms, avatars and whole pages. */
const NOT_A_MESSAGE =
  'html, body, a, button, input, textarea, select, option, label, img, svg, svg *, iframe';
const NO_MESSAGES_INSIDE =
  'nav, header, footer, form, dialog, menu, [role="navigation"], [role="menu"], [contenteditable]';

/**
 * The same words also label whole applications: only what some certain convention marks is a
 * person's message.
 */
const ANY_USER = USER_TIERS.slice(0, 2).join();

export const conventions: ChatUi = {
  recognise: () => true,
  replyElements: (document) => firstTier(document, REPLY_TIERS),
  userElements: (document) => firstTier(document, USER_TIERS),
};

/** Returns whether an element is part of a message that the page marks as the person's own. */
export function isUserMessage(element: Element): boolean {
  return element.closest(ANY_USER) !== null;
}

function byAttribute(authors: readonly string[]): string {
  return AUTHOR_ATTRIBUTES.flatMap((name) =>
    authors.map((author) => `[${name}="${author}" i]`),
  ).join();
}

function firstTier(document: Document, tiers: readonly string[]): Element[] {
  if (document.getElementsByTagName('*').length > MAX_ELEMENTS) return [];
  for (const selector of tiers) {
    const messages = outermost([...document.querySelectorAll(selector)].filter(isMessage));
    if (messages.length > 0) return messages;
  }
  return [];
}

function isMessage(element: Element): boolean {
  return !element.matches(NOT_A_MESSAGE) && !element.closest(NO_MESSAGES_INSIDE);
}

/** @param elements in document order, so that a container comes before what it contains */
function outermost(elements: readonly Element[]): Element[] {
  const kept: Element[] = [];
  for (const element of elements) {
    if (!kept.at(-1)?.contains(element)) kept.push(element);
  }
  return kept;
}
