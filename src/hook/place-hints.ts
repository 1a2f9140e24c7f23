import type { PageMessage } from '../bridge/protocol.ts';

/**
 * UTF-16 units of a text that are enough to search for it, and those that tell it from others with
 * the same beginning.
 */
const FEW_WORDS = 24;
const MANY_WORDS = 160;

/**
 * Sends how the text of a stream begins, for one purpose: to find where in the page the badges of
 * its reply belong. So never for a reply without tools; and three times at most.
 * @param number returns the number of the reply
 */
export function createPlaceHints(send: (message: PageMessage) => void, number: () => number) {
  /** How the text begins, and how much of that was sent. */
  let text = '';
  let sent = 0;
  let whole = true;
  let hasTools = false;

  function sendText(least: number): void {
    if (!hasTools || text.length === sent || text.length < least) return;
    sent = text.length;
    send({ type: 'reply-text', reply: number(), text });
  }

  function sendEnough(): void {
    sendText(sent === 0 ? FEW_WORDS : MANY_WORDS);
  }

  return {
    /** The stream was not received from its beginning. */
    join(): void {
      whole = false;
    },
    /** The next piece of its text. */
    text(piece: string): void {
      if (!whole || text.length >= MANY_WORDS) return;
      text = (text + piece).slice(0, MANY_WORDS);
      sendEnough();
    },
    /** A tool is about to be reported. */
    tool(): void {
      hasTools = true;
      sendEnough();
    },
    end: (): void => sendText(0),
  };
}
