/**
 * Finds a reply where its first words appear, in pages of an unknown chat UI. Searched is only what the page has added
 * or changed since the reply began: people quote replies, and a page has other texts, but only the reply is new.
 */
import { createSeeker, isStillThere, stayOf, type Page, type Seeker } from './seeker.ts';
import { nodesIn, placeOf, type TextPlace } from './text-place.ts';
import { searchText } from './text-search.ts';
import { wordsOf } from './words.ts';

/** Changed nodes remembered. The first ones count: the words of a reply become known when it uses a tool. */
const MAX_CHANGED = 500;
/** Nodes that are added at once beyond which their parent is remembered in place of them. */
const MAX_ADDED = 50;
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
      if (known) known.over = false;
      else seekers.set(reply, createSeeker(reply, awaitedSince));
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
      seeker.grownAt = now();
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
      for (const seeker of seekers.values()) {
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

/** The parts of a page that were added or changed. */
function createChanges(isOurs: (node: Node) => boolean, now: () => number) {
  /** The latest is the last. */
  const changed = new Map<Node, number>();

  function add(node: Node, at: number): void {
    if (isOurs(node) || (changed.size >= MAX_CHANGED && !changed.has(node))) return;
    changed.delete(node);
    changed.set(node, at);
  }

  /** Drops what is older, or in the page no more. */
  function forget(before: number): void {
    for (const [node, at] of changed) if (at < before || !node.isConnected) changed.delete(node);
  }

  return {
    forget,
    note(
      records: readonly MutationRecord[],
      trees: readonly ShadowRoot[],
      neededSince: () => number,
    ): void {
      const at = now();
      if (changed.size >= MAX_CHANGED) forget(neededSince());
      const batch = new Set<Node | null>();
      /**
       * Frameworks add an element and then, one by one, what is in it, and some (Google ADK's) do so several times over:
       * what is gone again is no place for a text, and what is inside is searched with what it is in.
       */
      function addNew(node: Node): void {
        if (!node.isConnected) return;
        if (!batch.has(node.parentNode)) add(node, at);
        batch.add(node);
      }
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData' || addedNodes.length > MAX_ADDED) add(target, at);
        else for (const node of addedNodes) addNew(node);
      }
      for (const tree of trees) add(tree, at);
    },
    /** @returns those since then, from the earliest or from the latest on */
    since(time: number, earliest: boolean): Node[] {
      const nodes = [...changed]
        .filter(([node, at]) => at >= time && node.isConnected)
        .map(([node]) => node);
      return earliest ? nodes : nodes.toReversed();
    },
  };
}
