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
  beforeTool(): void;
  /** It was reported. */
  afterTool(): void;
  end(): void;
}

/**
 * UTF-16 units of a text that are enough to search for it, and those that tell it from others with the same beginning.
 */
const FEW_WORDS = 24;
const MANY_WORDS = 160;

/**
 * @param number returns the number of the reply
 * @param question the person's message, '' if unknown
 */
export function createPlaceHints(
  send: (message: PageMessage) => void,
  number: () => number,
  question: string,
): PlaceHints {
  /** How the text begins, and how much of that was sent. */
  let text = '';
  let sent = 0;
  let whole = true;
  let hasTools = false;

  function sendText(over: boolean): void {
    if (!hasTools || text.length === sent) return;
    if (!over && text.length < (sent === 0 ? FEW_WORDS : MANY_WORDS)) return;
    sent = text.length;
    send({ type: 'reply-text', reply: number(), text });
  }

  return {
    join() {
      whole = false;
    },
    text(piece) {
      if (!whole || text.length >= MANY_WORDS) return;
      text += piece;
      sendText(false);
    },
    // The question, if a tool runs before there is any text: the reply will be below what the person said.
    beforeTool() {
      if (hasTools || question === '' || text.length >= FEW_WORDS) return;
      send({ type: 'reply-question', reply: number(), text: question.slice(0, MANY_WORDS) });
    },
    afterTool() {
      hasTools = true;
      sendText(false);
    },
    end: () => sendText(true),
  };
}
