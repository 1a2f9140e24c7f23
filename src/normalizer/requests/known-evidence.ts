import { remember } from '../../lib/bounded-map.ts';
import type { Evidence, TextSource } from '../text/evidence.ts';
import { OF_A_MODEL } from './asking.ts';
import { cleanFrame, cleanRequest, type RequestOptions } from './request-cleaner.ts';

/** Remembers evidence of Hermes markers on one site, so that its next texts are judged by it. */
export type KnownEvidence = ReturnType<typeof createKnownEvidence>;

/** Chats and models remembered; beyond, the oldest is dropped. */
const MAX_KNOWN = 200;

/**
 * @param isHermes returns what a person says of the site: true and false override what is known of
 * its models, null leaves it to that
 */
export function createKnownEvidence(isHermes: () => boolean | null = () => null) {
  const models = new Map<string, true>();
  const chats = new Map<string, true>();

  const isKnown = (model: string | null): boolean => model !== null && models.has(model);

  return {
    isKnown,
    /**
     * @returns whether markers are to be expected there; of an unknown model, only its chat tells
     */
    expects: ({ chat, model }: TextSource): boolean =>
      (isHermes() ?? isKnown(model)) || (chat !== null && chats.has(chat)),
    /**
     * Records evidence from a text: of the server, which counts for all that its model says, and of
     * its chat.
     */
    found(evidence: Evidence, { chat, model }: TextSource): void {
      if (chat !== null && !chats.has(chat)) remember(chats, chat, true, MAX_KNOWN);
      if (evidence === 'server' && model !== null) remember(models, model, true, MAX_KNOWN);
    },
  };
}

const MODEL = /"model"\s*:\s*"((?:[^"\\]|\\.)*)"/;

/**
 * @param body of a request for a reply. @param server goes before the name of the model
 * @returns whom it asks
 */
export function askedIn(body: string | null, server = ''): TextSource {
  return { chat: null, model: `${server} ${MODEL.exec(body ?? '')?.[1] ?? ''}` };
}

/**
 * Learns from the history in a request about the chat that it names; an old history says nothing
 * about the present server.
 * @param text the body of a request, or a text frame that a page sent over a socket; of unknown
 * content
 */
export function learnFromSent(known: KnownEvidence, text: string): void {
  const options: RequestOptions = {
    // Nothing is changed by it: whoever has recorded this, has recorded a chat.
    url: OF_A_MODEL,
    expectsMarkers: known.expects,
    onEvidence: (chat) => known.found('text', { chat, model: null }),
  };
  if (!cleanRequest(text, options)) cleanFrame(text, options);
}
