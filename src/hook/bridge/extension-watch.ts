import { HOST_NAME } from '../../badges/look/host-name.ts';
import * as natives from '../realm/natives.ts';

/**
 * How long the extension may take to answer, in ms. It is asked twice, because a page may keep its
 * own thread busy.
 */
const ANSWER_WITHIN = 3000;
/**
 * The same when there is reason to believe that it is gone; if it answers later, the hook goes on.
 */
const SOON = 500;
/**
 * Milliseconds between questions while badges are in the page and there is nothing else to send.
 */
const ASK_AGAIN = 10_000;
/**
 * Milliseconds in which an extension that is updated is there again; measured 0.3 s to 1.5 s on a
 * busy machine.
 */
const BACK_WITHIN = 4000;

export interface WatchOptions {
  readonly document: Document;
  /** Returns whether there is an extension that can be asked. */
  readonly canAsk: () => boolean;
  /** Asks it whether it is still there. */
  readonly ask: () => void;
  /** It has not answered, or has not come back. */
  readonly onGone: () => void;
}

/**
 * Asks whether the extension is still there: Firefox ends an extension's scripts in open pages
 * silently, so they can neither say goodbye nor clean up.
 */
export function createExtensionWatch({ document, canAsk, ask: post, onGone }: WatchOptions) {
  /** Questions since the last answer. */
  let asked = 0;
  /**
   * The badges and notices at the first of them: later ones are those of the extension that was
   * loaded since.
   */
  let theirs: readonly Element[] = [];
  /**
   * Milliseconds from the latest question until an answer, or the next question, is due; 0 while
   * nothing is.
   */
  let within = 0;
  /** Number of the latest wait: earlier ones are over. */
  let waits = 0;

  function ask(ms: number): void {
    if (!canAsk()) return;
    if (asked === 0) theirs = badgesIn(document);
    asked++;
    post();
    wait(ms, answerDue);
  }

  function wait(ms: number, work: () => void): void {
    const wait = ++waits;
    within = ms;
    natives.startTimer(() => {
      if (wait === waits) work();
    }, ms);
  }

  function answerDue(): void {
    const ms = within;
    within = 0;
    if (asked === 1) ask(ms);
    else if (asked > 1) onGone();
    else if (badgesIn(document).length > 0) wait(ASK_AGAIN, askAgain);
  }

  function askAgain(): void {
    ask(ANSWER_WITHIN);
  }

  return {
    /** It has answered. */
    heard(): void {
      asked = 0;
    },
    /** Something was sent to it. */
    sent(): void {
      if (within === 0) askAgain();
    },
    /** There is reason to believe that it is gone. */
    doubt(): void {
      if (within === SOON) return;
      asked = 0;
      ask(SOON);
    },
    /** It has said goodbye: what it shows now is its own. */
    left(): void {
      theirs = badgesIn(document);
    },
    /** Waits until it is there again. */
    expectBack: (): void => wait(BACK_WITHIN, onGone),
    /** Nothing more is due. */
    stop(): void {
      asked = 0;
      within = 0;
      waits++;
    },
    /** Removes the badges that it has left in the page. */
    removeTheirs(): void {
      for (const badge of theirs) badge.remove();
      theirs = [];
    },
  };
}

/** Returns the badges and notices in the page now. */
function badgesIn(document: Document): readonly Element[] {
  return [...document.querySelectorAll(`${HOST_NAME}, .${HOST_NAME}`)];
}
