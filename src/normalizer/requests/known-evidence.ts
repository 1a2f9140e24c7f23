import { remember } from '../../lib/bounded-map.ts';
import type { Evidence } from '../text/evidence.ts';
import { cleanFrame, cleanRequest, type RequestOptions } from './request-cleaner.ts';

/** What one site has shown of markers of Hermes, so that its next texts are judged by it. */
export interface KnownEvidence {
  /** @param chat null where it is not known. @returns whether markers are to be expected there */
  expects(chat: string | null): boolean;
  /** A text of the site gave evidence: of the server, which counts for all its chats, or of one chat. */
  found(evidence: Evidence, chat: string | null): void;
}

/** Chats remembered; beyond, the oldest is forgotten. */
const MAX_CHATS = 200;

/** @param isHermes what is known without any text: true and false count whatever the texts show, null leaves it to them */
export function createKnownEvidence(isHermes: () => boolean | null = () => null): KnownEvidence {
  let site = false;
  const chats = new Map<string, true>();

  return {
    expects: (chat) => (isHermes() ?? site) || (chat !== null && chats.has(chat)),
    found(evidence, chat) {
      if (chat !== null && !chats.has(chat)) remember(chats, chat, true, MAX_CHATS);
      if (evidence === 'server') site = true;
    },
  };
}

/**
 * Learns what the history in a request shows of the chat that it names: what was stored long ago says nothing of the
 * server that is there now.
 * @param text the body of a request, or a text frame that a page sent over a socket; of unknown content
 */
export function learnFromSent(known: KnownEvidence, text: string): void {
  const options: RequestOptions = {
    expectsMarkers: known.expects,
    onEvidence: (_, chat) => void (chat !== null && known.found('text', chat)),
  };
  if (!cleanRequest(text, options)) cleanFrame(text, options);
}
