/**
 * Finds a reply where its first words appear, in pages of an unknown chat UI. Searched is only what
 * the page has added or changed since the reply began: people quote replies, and a page has other
 * texts, but only the reply is new.
 */
import { createChanges } from './page-changes.ts';
import {
  createSeeker,
  giveWay,
  inOrder,
  isStillThere,
  mayBeOf,
  stayOf,
  wasSought,
  type Page,
  type Seeker,
} from './seeker.ts';
import { nodesIn, placeOf, type TextPlace } from './text-place.ts';
import { searchText } from './text-search.ts';
import { wordsOf } from './words.ts';

/** Replies remembered that are forgotten otherwise. */
const MAX_UNPLACED = 20;
/** Limits looking to one part in so many of the time; the next look waits accordingly. */
const SHARE = 10;
/**
 * Milliseconds between two looks: for pages where they take no time, and where a look has to wait
 * for the layout.
 */
const LEAST_WAIT = 30;
const LONGEST_WAIT = 500;

/** @param document the page's document */
export function createTextFinder(document: Document, { isOurs, now }: Omit<Page, 'document'>) {
  const page: Page = { document, isOurs, now };
  /** In the order in which the replies began. */
  const seekers = new Map<number, Seeker>();
  /**
   * Of those that are forgotten, the latest without a place: nobody says the words of a reply
   * without tools.
   */
  const unplaced: Seeker[] = [];
  const changes = createChanges(isOurs, now);
  const known = { seekers, unplaced, changes, latest: 0 };
  const search = (seeker: Seeker): TextPlace | null => searchIn(known, page, seeker);
  /** No look before this time. */
  let nextLook = 0;
  /** Since when the text of the next reply may be in the page. */
  let awaitedSince = 0;
  /** It was asked for, or a sign of it was seen. */
  let isAwaited = false;

  /** @returns since when changes of the page may be the text of a reply without a place */
  function neededSince(): number {
    return Math.min(
      awaitedSince,
      ...[...seekers.values()].map((seeker) => (seeker.place ? awaitedSince : seeker.since)),
    );
  }

  /** Another message follows: what the page adds from now on is not part of complete ones. */
  function follow(): void {
    for (const seeker of seekers.values())
      if (seeker.over) seeker.grownAt = Number.NEGATIVE_INFINITY;
  }

  return {
    /**
     * What the page changes from now on may be the text of a reply.
     * @param asked it was just asked for: of several requests, the last one counts. Otherwise it
     * was read, and the page, which has the same bytes, may have drawn it by now: what it has
     * changed since the request counts too
     */
    expectText(asked: boolean): void {
      if (asked || !isAwaited) awaitedSince = now();
      isAwaited = true;
      follow();
    },
    /** A reply begins, or continues. */
    begin(reply: number): void {
      known.latest = Math.max(known.latest, reply);
      const seeker = seekers.get(reply);
      if (seeker) Object.assign(seeker, { over: false, overAt: Number.POSITIVE_INFINITY });
      else {
        for (const one of seekers.values()) giveWay(one, page, { since: awaitedSince, search });
        seekers.set(reply, createSeeker(reply, awaitedSince));
      }
      awaitedSince = now();
      isAwaited = false;
      follow();
    },
    /** @param beginning of its text, longer each time */
    expect(reply: number, beginning: string): void {
      const seeker = seekers.get(reply);
      if (!seeker || beginning.length <= seeker.beginning.length) return;
      seeker.beginning = beginning;
      seeker.words = wordsOf(beginning);
      seeker.stale = true;
    },
    /** The reply is complete: the text expected so far may be all of it. */
    end(reply: number): void {
      const seeker = seekers.get(reply);
      if (!seeker) return;
      seeker.over = seeker.stale = true;
      seeker.nodes = seeker.place && nodesIn(seeker.place, isOurs);
      seeker.grownAt = seeker.overAt = now();
      for (const other of seekers.values()) other.stale ||= other.left;
    },
    /** Drops everything about a reply. */
    forget(reply: number): void {
      const seeker = seekers.get(reply);
      if (seeker && !seeker.place) unplaced.push(seeker);
      if (unplaced.length > MAX_UNPLACED) unplaced.shift();
      seekers.delete(reply);
      if (seekers.size === 0) changes.forget(neededSince());
    },
    /** The page has changed. @param trees shadow trees that came with what it added */
    observe(records: readonly MutationRecord[], trees: readonly ShadowRoot[]): void {
      changes.note(records, trees, neededSince);
      for (const seeker of seekers.values()) seeker.stale = true;
    },
    /**
     * Searches for all replies, within the budget of one look.
     * @returns milliseconds until another look is due even without changes; null for none
     */
    look(): number | null {
      const started = now();
      let looked = false;
      for (const seeker of inOrder(seekers.values())) {
        if (seeker.words === '' || isStillThere(seeker, page)) seeker.stale = false;
        else if (seeker.place) seeker.stale = true;
        // Until the next look the last place remains: what a page re-creates must not flicker.
        if (!seeker.stale || started < nextLook) continue;
        seeker.place = stayOf(seeker, search(seeker), page);
        seeker.stale = false;
        looked = true;
      }
      if (looked)
        nextLook =
          started + Math.min(LONGEST_WAIT, Math.max(LEAST_WAIT, SHARE * (now() - started)));
      return [...seekers.values()].some(({ stale }) => stale)
        ? Math.max(0, nextLook - started)
        : null;
    },
    /** @returns where the reply is, or was a moment ago; null if the page does not show it */
    place: (reply: number): TextPlace | null => seekers.get(reply)?.place ?? null,
  };
}

/** What is known of the replies of a page. */
interface Known {
  readonly seekers: ReadonlyMap<number, Seeker>;
  readonly unplaced: readonly Seeker[];
  readonly changes: ReturnType<typeof createChanges>;
  /** The reply that began last. */
  readonly latest: number;
}

/**
 * @returns where the text of a reply is, in what the page has changed since it began; null if it is
 * not there
 */
function searchIn(known: Known, page: Page, seeker: Seeker): TextPlace | null {
  const { seekers, unplaced, changes, latest } = known;
  const all = [...seekers.values()];
  const taken = new Set(all.map(({ place }) => (place?.first.isConnected ? place.first : null)));
  const later = [...all, ...unplaced];
  const others = seeker.left
    ? changes.when((at) => later.some((one) => mayBeOf(one, seeker, at)))
    : [];
  const isTaken = (text: Text): boolean =>
    taken.has(text) || others.some((node) => node.contains(text));
  // Of replies that begin alike, an earlier one is above a later one.
  const isUpper = seeker.number < latest;
  const nodes = changes.since(seeker.since, isUpper);
  const found = searchText(page, seeker, nodes, isTaken, isUpper);
  wasSought(seeker, found?.letters ?? null, page.now());
  return found && placeOf(found.first, page.isOurs, null);
}
