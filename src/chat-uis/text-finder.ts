/**
 * Finds a reply where its first words appear, in pages of an unknown chat UI. Searched is only what the page has added
 * or changed since the reply began: people quote replies, and a page has other texts, but only the reply is new.
 */
import { createChanges } from './page-changes.ts';
import {
  createSeeker,
  giveWay,
  inOrder,
  isAnyOpen,
  isStillThere,
  stayOf,
  type Page,
  type Seeker,
} from './seeker.ts';
import { nodesIn, placeOf, type TextPlace } from './text-place.ts';
import { searchText } from './text-search.ts';
import { wordsOf } from './words.ts';

/** Limits looking to one part in so many of the time; the next look waits accordingly. */
const SHARE = 10;
/** Milliseconds between two looks: for pages where they take no time, and where a look has to wait for the layout. */
const LEAST_WAIT = 30;
const LONGEST_WAIT = 500;

/** @param document the page's document */
export function createTextFinder(document: Document, { isOurs, now }: Omit<Page, 'document'>) {
  const page: Page = { document, isOurs, now };
  /** In the order in which the replies began. */
  const seekers = new Map<number, Seeker>();
  const changes = createChanges(isOurs, now);
  /** No look before this time. */
  let nextLook = 0;
  let latest = 0;
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

  function search(seeker: Seeker): TextPlace | null {
    const taken = new Set(
      [...seekers.values()].map(({ place }) => (place?.first.isConnected ? place.first : null)),
    );
    // Of replies that begin alike, an earlier one is above a later one.
    const isUpper = seeker.number < latest;
    const nodes = changes.since(seeker.since, isUpper);
    const first = searchText(page, seeker, nodes, taken, isUpper);
    return first && placeOf(first, isOurs, null);
  }

  return {
    /**
     * What the page changes from now on may be the text of a reply.
     * @param asked it was just asked for: of several requests, the last one counts. Otherwise it was read, and the page,
     * which has the same bytes, may have drawn it by now: what it has changed since the request counts too
     */
    expectText(asked: boolean): void {
      if (asked || !isAwaited) awaitedSince = now();
      isAwaited = true;
      follow();
    },
    /** A reply begins, or continues. */
    begin(reply: number): void {
      latest = Math.max(latest, reply);
      const known = seekers.get(reply);
      if (known) Object.assign(known, { over: false, overAt: Number.POSITIVE_INFINITY });
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
        const waits = seeker.left && isAnyOpen(seekers.values(), seeker.number);
        if (seeker.words === '' || waits || isStillThere(seeker, page)) seeker.stale = false;
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
