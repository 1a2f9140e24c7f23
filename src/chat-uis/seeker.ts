import {
  agreementAt,
  cutTo,
  firstLetters,
  nodesIn,
  placeOf,
  type TextPlace,
} from './text-place.ts';

/** A reply whose text is looked for. */
export interface Seeker {
  readonly number: number;
  readonly since: number;
  beginning: string;
  words: string;
  over: boolean;
  place: TextPlace | null;
  /** Once it is complete: how many nodes it has, and when it got the last of them. */
  nodes: number | null;
  grownAt: number;
  /** Something has changed since the last look. */
  stale: boolean;
}

/** What is known of the page. */
export interface Page {
  readonly document: Document;
  /** Returns whether a node is one of ours. */
  readonly isOurs: (node: Node) => boolean;
  /** Clock in milliseconds. */
  readonly now: () => number;
}

/** Milliseconds in which a page shows the rest of a complete reply: what it adds later is another message. */
const SHOWN_WITHIN = 500;

/** @param since when changes of the page may be its text */
export function createSeeker(number: number, since: number): Seeker {
  return {
    number,
    since,
    beginning: '',
    words: '',
    over: false,
    place: null,
    nodes: null,
    grownAt: since,
    stale: false,
  };
}

/** Looks whether the text is where it was, even if the page has re-created it in the same element. */
export function isStillThere(seeker: Seeker, page: Page): boolean {
  const { place } = seeker;
  const first = place && firstOf(place, seeker);
  if (!first) return false;
  seeker.place = stayOf(seeker, placeOf(first, page.isOurs, place), page);
  return true;
}

/** @returns where the text begins; null if it is no longer there */
function firstOf({ first, text }: TextPlace, seeker: Seeker): Text | null {
  if (first.isConnected && agreementAt(first, seeker) !== 0) return first;
  if (!text.isConnected || !(text instanceof Element)) return null;
  const again = firstLetters(text);
  return again && agreementAt(again, seeker) !== 0 ? again : null;
}

/**
 * Keeps the end of a text in pages that have a paragraph for each message: there, the next one continues it.
 * @param next where the text is now
 */
export function stayOf(
  seeker: Seeker,
  next: TextPlace | null,
  { isOurs, now }: Page,
): TextPlace | null {
  if (!seeker.over || !next) return next;
  const { place, nodes: shown } = seeker;
  const isShown = now() - seeker.grownAt > SHOWN_WITHIN;
  if (isShown && shown !== null) {
    // Nothing of it is walked through again, unless the page has re-created it.
    const isSame = place?.text === next.text && place.last.parentNode === next.text.parentNode;
    return isSame ? { ...next, last: place.last } : cutTo(next, shown, isOurs);
  }
  const nodes = nodesIn(next, isOurs);
  if (nodes !== seeker.nodes) seeker.grownAt = Math.max(seeker.grownAt, now());
  seeker.nodes = nodes;
  return next;
}
