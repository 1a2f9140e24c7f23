import { remember } from '../../lib/bounded-map.ts';
import { MAX_MESSAGES } from './numbered-replies.ts';

/** The messages that this page itself has asked for. */
export function createOwnMessages() {
  /** Each with the number of gaps by then: after another gap, something may have been missed. */
  const own = new Map<string, number>();
  /**
   * A counter of gaps, so that no Map has to be walked: once the page runs, its iterators cannot be
   * trusted.
   */
  let gaps = 0;

  return {
    /**
     * This page itself asked for the message: of all the tabs that receive it, this one counts it.
     */
    asked: (messageId: string): void => remember(own, messageId, gaps, MAX_MESSAGES),
    /** @returns whether it did, and nothing was missed since */
    wasAsked: (messageId: string): boolean => own.get(messageId) === gaps,
    /**
     * @returns whether this page asked for the message, whatever was missed since: then it is a
     * reply
     */
    isOwn: (messageId: string): boolean => own.has(messageId),
    /** Events may have been missed. */
    missed(): void {
      gaps++;
    },
  };
}
