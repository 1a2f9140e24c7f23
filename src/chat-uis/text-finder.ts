/**
 * Finds a reply by how its text begins, in pages of an unknown chat UI. Recent changes favour a place: people quote
 * replies, and titles and previews repeat them, but only the reply grows with its stream.
 */
import { generic } from './generic.ts';
import { nextTurn } from './next-turn.ts';
import { follows } from './page-order.ts';
import { createPageChanges, type PageChanges } from './page-changes.ts';
import { blockOf, isNoReply, mayShowReply, placeOf, type FoundPlace, type TextPlace } from './text-place.ts';
import { agreementAt, candidates, stillAt, type Candidate } from './text-search.ts';
import { LEAST, lettersOf, wordsOf } from './words.ts';

export interface TextFinder {
  /** A reply begins: what changes from now on may be its text. */
  begin(reply: number): void;
  /** @param beginning of its text, longer each time */
  expect(reply: number, beginning: string): void;
  /** Sets how the question begins that the reply answers. */
  expectBelow(reply: number, question: string): void;
  /** The reply is complete: the text expected so far may be all of it. */
  end(reply: number): void;
  /** The page has changed. */
  observe(records: readonly MutationRecord[]): void;
  /** @returns where the reply is now, or was a moment ago; null if the page does not show it */
  find(reply: number): TextPlace | null;
  /** @returns milliseconds until the next search is due even without changes; null for none */
  due(reply: number): number | null;
  /** Drops everything about a reply. */
  forget(reply: number): void;
}

/** Limits searching to one part in so many of the time; the next search waits accordingly. */
const SHARE = 10;
/** Fewest milliseconds between two searches, for pages where they take no time. */
const LEAST_WAIT = 30;

interface Seeker {
  readonly since: number;
  beginning: string;
  words: string;
  /** Letters and digits of the question; '' if unknown. */
  asked: string;
  over: boolean;
  place: FoundPlace | null;
  /** Where the text will appear, until `place` is known. */
  turn: Turn | null;
  /** There may be a better place than the one found. */
  stale: boolean;
}

interface Turn {
  readonly question: Text;
  readonly box: Element;
}

interface Page {
  readonly document: Document;
  readonly changes: PageChanges;
  readonly isOurs: (node: Node) => boolean;
}

/**
 * @param document the page's document
 * @param options.isOurs whether a node is one of ours
 * @param options.now clock in milliseconds
 * @param options.signal clears everything when aborted
 */
export function createTextFinder(
  document: Document,
  {
    isOurs,
    now,
    signal,
  }: { readonly isOurs: (node: Node) => boolean; readonly now: () => number; readonly signal: AbortSignal },
): TextFinder {
  /** In the order in which the replies began. */
  const seekers = new Map<number, Seeker>();
  const changes = createPageChanges({ isOurs, now });
  const search = createSearch(seekers, { document, changes, isOurs }, now);
  signal.addEventListener('abort', () => seekers.clear(), { once: true });

  return {
    begin(reply) {
      const known = seekers.get(reply);
      if (known) known.over = false;
      else if (!signal.aborted) seekers.set(reply, newSeeker(now()));
    },
    expect(reply, beginning) {
      const seeker = seekers.get(reply);
      if (!seeker || beginning.length <= seeker.beginning.length) return;
      seeker.beginning = beginning;
      seeker.words = wordsOf(beginning);
      seeker.stale = true;
    },
    expectBelow(reply, question) {
      const seeker = seekers.get(reply);
      if (!seeker || seeker.place) return;
      seeker.asked = wordsOf(question);
      seeker.stale = true;
    },
    end(reply) {
      const seeker = seekers.get(reply);
      if (!seeker) return;
      seeker.over = true;
      seeker.stale = true;
    },
    observe(records) {
      if (seekers.size > 0) changes.observe(records);
    },
    find(reply) {
      const seeker = seekers.get(reply);
      return seeker && isSought(seeker) ? search.find(seeker) : null;
    },
    due(reply) {
      const seeker = seekers.get(reply);
      return seeker?.stale && isSought(seeker) ? search.wait() : null;
    },
    forget(reply) {
      seekers.delete(reply);
    },
  };
}

function newSeeker(since: number): Seeker {
  return { since, beginning: '', words: '', asked: '', over: false, place: null, turn: null, stale: true };
}

/** Returns whether anything is known that can be searched for. */
function isSought({ words, asked }: Seeker): boolean {
  return words !== '' || asked !== '';
}

/** Searches the page, at most so often that it does not slow down. */
function createSearch(seekers: ReadonlyMap<number, Seeker>, page: Page, now: () => number) {
  /** No search before this time. */
  let nextLook = 0;

  return {
    /** @returns where the reply is now, or was a moment ago; null if the page does not show it */
    find(seeker: Seeker): TextPlace | null {
      const known = seeker.place && stillAt(seeker.place, seeker);
      if (known) seeker.place = placeOf(known, page.isOurs);
      if (known && !seeker.stale) return seeker.place;
      const started = now();
      // Until the next search the last place remains valid: what a page re-creates must not flicker.
      if (started < nextLook) {
        // The place may show another text by now: a page that reuses its nodes may not change again.
        if (!known) seeker.stale = true;
        return seeker.place ?? expected(seeker);
      }
      look(seeker, known, [...seekers.values()], page);
      nextLook = started + Math.max(LEAST_WAIT, SHARE * (now() - started));
      return seeker.place ?? expected(seeker);
    },
    /** @returns milliseconds until the next search is possible */
    wait: () => Math.max(0, nextLook - now()),
  };
}

/** @param known where its text is, if it has not moved */
function look(seeker: Seeker, known: Text | null, all: readonly Seeker[], page: Page): void {
  seeker.stale = false;
  const first = (seeker.words === '' ? null : choose(seeker, all, page)) ?? known;
  seeker.place = first && placeOf(first, page.isOurs);
  if (seeker.place) seeker.asked = '';
  else seeker.turn = turnOf(seeker, all, page);
}

/** @returns where the text will appear, as of the last search */
function expected({ asked, turn }: Seeker): TextPlace | null {
  const around = turn?.box.parentElement;
  return asked !== '' && turn && around ? { text: turn.box, around, last: turn.box, expected: true } : null;
}

/** @returns the place below the question; it may start empty and later fill with text that cannot be matched */
function turnOf({ asked, turn }: Seeker, all: readonly Seeker[], { document, isOurs }: Page): Turn | null {
  if (asked === '') return null;
  const wanted = { words: asked, over: true };
  if (turn?.box.isConnected && turn.question.isConnected && agreementAt(turn.question, wanted) > 0) return turn;
  // Candidates start at the end of the page, so this is the last time it was said.
  const question = candidates(document, wanted).find(({ first }) => mayShowReply(first, []))?.first;
  const box = question && nextTurn(blockOf(question), { passes: isOurs });
  if (!box || isNoReply(box) || lettersOf(box.textContent).length >= LEAST) return null;
  const taken = all.some((other) => other.turn?.box === box || (other.place && box.contains(other.place.first)));
  return taken ? null : { question, box };
}

/** @returns where the text of a reply most likely begins; null for nowhere */
function choose(seeker: Seeker, all: readonly Seeker[], { document, changes, isOurs }: Page): Text | null {
  const taken = new Set(all.filter((other) => other !== seeker).map(({ place }) => place?.first));
  const users = generic.userElements(document);
  const found = candidates(document, seeker).filter(
    ({ first }) =>
      !taken.has(first) && changes.isFresh(placeOf(first, isOurs), seeker.since) && mayShowReply(first, users),
  );
  const left = bestOf(found).toSorted((a, b) => (follows(a.first, b.first) ? 1 : -1));
  // Of replies that begin alike, the later one has the lower place.
  const later = all
    .slice(all.indexOf(seeker) + 1)
    .filter(({ words, place }) => !place && words === seeker.words).length;
  return (left.at(-1 - later) ?? left[0])?.first ?? null;
}

/** Returns those of which most letters match, outside of side panels if there are such. */
function bestOf(found: readonly Candidate[]): readonly Candidate[] {
  const most = Math.max(0, ...found.map(({ letters }) => letters));
  const best = found.filter(({ letters }) => letters === most);
  const main = best.filter(({ first }) => !first.parentElement?.closest('aside, [role="complementary"]'));
  return main.length > 0 ? main : best;
}
