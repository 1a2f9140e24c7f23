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
  /** How many letters matched when its place was last seen. */
  letters: number;
  /** When it was over. */
  overAt: number;
  /**
   * Its text was searched for and not found, though it had been there; and when it was found again.
   */
  lost: boolean;
  backAt: number;
  /**
   * It was lost before a later reply began, which may have taken its place, and may have its words.
   */
  left: boolean;
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

/**
 * Milliseconds in which a page shows the rest of a complete reply: what it adds later is another
 * message.
 */
const SHOWN_WITHIN = 500;
/** Milliseconds behind its end in which a page may still draw a reply in another way. */
const SETTLE = 2000;

/** @param since when changes of the page may be its text */
export function createSeeker(number: number, since: number): Seeker {
  return {
    number,
    since,
    beginning: '',
    words: '',
    over: false,
    place: null,
    letters: 0,
    overAt: Number.POSITIVE_INFINITY,
    lost: false,
    backAt: Number.NEGATIVE_INFINITY,
    left: false,
    nodes: null,
    grownAt: since,
    stale: false,
  };
}

/**
 * Looks whether the text is where it was, even if the page has re-created it in the same element.
 */
export function isStillThere(seeker: Seeker, page: Page): boolean {
  const { place } = seeker;
  const first = place && firstOf(place, seeker, page.now());
  if (!first) return false;
  seeker.place = stayOf(seeker, placeOf(first, page.isOurs, place), page);
  return true;
}

/** @returns where the text begins; null if it is no longer there */
function firstOf({ first, text }: TextPlace, seeker: Seeker, now: number): Text | null {
  if (first.isConnected && agrees(first, seeker, now)) return first;
  if (!text.isConnected || !(text instanceof Element)) return null;
  const again = firstLetters(text);
  return again && agrees(again, seeker, now) ? again : null;
}

function agrees(first: Text, seeker: Seeker, now: number): boolean {
  const letters = agreementAt(first, seeker);
  if (letters === 0 || letters < leastLetters(seeker, now)) return false;
  seeker.letters = letters;
  return true;
}

/**
 * @returns how many letters must match, besides what any text needs. Less than there were of a
 * complete reply is the beginning of another one, which grows where that was, as after "Regenerate"
 */
export function leastLetters({ letters, left, overAt }: Seeker, now: number): number {
  return left || now - overAt > SETTLE ? letters : 0;
}

/**
 * A later reply begins: what is out of the page by now may have been replaced by it, and what was,
 * and came back since it was asked for, may be its text.
 * @param options.since when it was asked for
 * @param options.search searches for a text in what the page has changed
 */
export function giveWay(
  seeker: Seeker,
  page: Page,
  {
    since,
    search,
  }: { readonly since: number; readonly search: (seeker: Seeker) => TextPlace | null },
): void {
  if (!seeker.over || seeker.letters === 0 || seeker.left) return;
  const isThere = isStillThere(seeker, page);
  // The page may just have re-created it.
  if (!isThere && seeker.stale) seeker.place = stayOf(seeker, search(seeker), page);
  seeker.left = seeker.backAt >= since || !seeker.place?.first.isConnected;
  if (seeker.left) Object.assign(seeker, { place: null, stale: true });
}

/** Its text was searched for. @param letters how many of it matched; null if it was not found */
export function wasSought(seeker: Seeker, letters: number | null, now: number): void {
  if (letters === null) {
    seeker.lost = seeker.letters > 0;
    return;
  }
  if (seeker.lost) seeker.backAt = now;
  Object.assign(seeker, { letters, lost: false, left: false });
}

/** @returns them in the order in which they are searched for: what has left gives way to others */
export function inOrder(seekers: Iterable<Seeker>): Seeker[] {
  return [...seekers].toSorted((a, b) => Number(a.left) - Number(b.left));
}

/**
 * Returns whether what the page drew at that time may be the text of a later reply without a place,
 * in place of one that has left.
 */
export function mayBeOf(later: Seeker, seeker: Seeker, at: number): boolean {
  return (
    later.number > seeker.number &&
    !later.place?.first.isConnected &&
    at >= later.since &&
    at <= later.overAt + SHOWN_WITHIN
  );
}

/**
 * Keeps the end of a text in pages that have a paragraph for each message: there, the next one
 * continues it.
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
