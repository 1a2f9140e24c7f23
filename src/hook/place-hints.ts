import type { PageMessage } from '../bridge/protocol.ts';

/**
 * Sends how the text of a stream begins, for one purpose: to find where in the page the badges of its reply belong. So
 * never for a reply without tools; and three times at most.
 */
export interface PlaceHints {
  /** The stream was not received from its beginning. */
  join(): void;
  /** The next piece of its text. */
  text(piece: string): void;
  /** A tool is about to be reported. */
  tool(): void;
  end(): void;
}

/**
 * UTF-16 units of a text that are enough to search for it, and those that tell it from others with the same beginning.
 */
const FEW_WORDS = 24;
const MANY_WORDS = 160;

/** @param number returns the number of the reply */
export function createPlaceHints(send: (message: PageMessage) => void, number: () => number): PlaceHints {
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
    join() {
      whole = false;
    },
    text(piece) {
      if (!whole || text.length >= MANY_WORDS) return;
      text = (text + piece).slice(0, MANY_WORDS);
      sendEnough();
    },
    tool() {
      hasTools = true;
      sendEnough();
    },
    end: () => sendText(0),
  };
}
