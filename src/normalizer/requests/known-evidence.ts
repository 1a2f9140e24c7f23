import { remember } from '../../lib/bounded-map.ts';
import type { Evidence } from '../text/evidence.ts';
import { cleanFrame, cleanRequest, type RequestOptions } from './request-cleaner.ts';

/** Remembers evidence of Hermes markers on one site, so that its next texts are judged by it. */
export type KnownEvidence = ReturnType<typeof createKnownEvidence>;

/** Chats remembered; beyond, the oldest is dropped. */
const MAX_CHATS = 200;

/** @param isHermes returns knowledge from elsewhere: true and false override the texts, null leaves it to them */
export function createKnownEvidence(isHermes: () => boolean | null = () => null) {
  let site = false;
  const chats = new Map<string, true>();

  return {
    /** @param chat null if unknown. @returns whether markers are to be expected there */
    expects: (chat: string | null): boolean => (isHermes() ?? site) || (chat !== null && chats.has(chat)),
    /** Records evidence from a text of the site: of the server, which counts for all its chats, or of one chat. */
    found(evidence: Evidence, chat: string | null): void {
      if (chat !== null && !chats.has(chat)) remember(chats, chat, true, MAX_CHATS);
      if (evidence === 'server') site = true;
    },
  };
}

/**
 * Learns from the history in a request about the chat that it names; an old history says nothing about the present
 * server.
 * @param text the body of a request, or a text frame that a page sent over a socket; of unknown content
 */
export function learnFromSent(known: KnownEvidence, text: string): void {
  const options: RequestOptions = {
    expectsMarkers: known.expects,
    onEvidence: (chat) => void (chat !== null && known.found('text', chat)),
  };
  if (!cleanRequest(text, options)) cleanFrame(text, options);
}
