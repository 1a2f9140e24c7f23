/** Keeps the badges of one reply where they belong, whatever the page does to its elements. */
import type { ReplyFinder } from '../chat-uis/reply-finder.ts';
import type { Corner } from './corner.ts';
import { belowText, insideReply, type Spot } from './spots.ts';

/** Milliseconds without a place of its own after which the corner is used. */
const CORNER_AFTER = 600;
/**
 * Removals by the page's re-rendering after which a calmer place is taken; after as many more, the
 * reply is left alone.
 */
const MAX_WIPES = 3;
/** Milliseconds after its end in which a reply may still be re-created under another element. */
const SETTLE = 2000;

/** The place of a reply's badges. */
export interface Place {
  /** The page's element around the host. */
  readonly element: Element;
  /** On top of the page's content, in its corner. */
  readonly corner: boolean;
  /** An element whose font size ours should match; null: `element` itself. */
  readonly sample: Element | null;
}

export interface Placement {
  /**
   * Moves the host to where it belongs now. Call after any change of the page.
   * @param now milliseconds
   * @returns true if the host has moved, so that its colours must be updated
   */
  update(now: number): boolean;
  /** Ends the reply; null: it continues. */
  end(now: number | null): void;
  /** The current place of the host; null if it is nowhere. */
  place(): Place | null;
  /** Whether the page has removed the reply after its end, and not restored it. */
  isGone(): boolean;
  /** Milliseconds until `update` is due by itself; null if only the page decides. */
  due(now: number): number | null;
}

/** What keeps a host at a spot. */
function createHold(host: HTMLElement) {
  let spot: Spot | null = null;
  /** Removals from this anchor; re-creating that does not count as one. */
  let wipes = 0;

  return {
    /** @returns whether the host has moved; null if the page keeps removing it */
    keep(next: Spot): boolean | null {
      const moved = next.anchor !== spot?.anchor;
      if (moved) {
        // It must not appear in another message, nor keep a tree alive that the page has dropped.
        host.remove();
        wipes = 0;
      } else if (next.holds(host, wipes >= MAX_WIPES)) return false;
      else wipes += 1;
      spot = next;
      if (wipes >= 2 * MAX_WIPES) return null;
      next.put(host, wipes >= MAX_WIPES);
      return true;
    },
    /** The page clears the usual place. */
    isCalm: (anchor: Node): boolean => anchor === spot?.anchor && wipes >= MAX_WIPES,
    /** Takes the host out of the page. */
    drop(): void {
      host.remove();
      spot = null;
    },
    place: (): Place | null =>
      spot && host.parentElement
        ? { element: host.parentElement, corner: false, sample: spot.sample }
        : null,
  };
}

/**
 * Keeps badges at the message with its id: through navigation, other branches, re-created elements
 * and lists that drop what is out of sight. While the page does not show the message they are
 * nowhere, for as long as it takes.
 * @param host the badges' element, in no page yet
 * @param options.find the element of the message; null while the page does not show it
 * @param options.sampleOf an element whose font size ours should match there
 */
export function placeAtMessage(
  host: HTMLElement,
  {
    find,
    sampleOf,
  }: { readonly find: () => Element | null; readonly sampleOf: (reply: Element) => Element | null },
): Placement {
  const hold = createHold(host);
  return {
    update() {
      const reply = find();
      if (reply) return hold.keep(insideReply(reply, sampleOf(reply))) === true;
      hold.drop();
      return false;
    },
    end() {},
    place: hold.place,
    isGone: () => false,
    due: () => null,
  };
}

/**
 * Keeps badges at a reply whose message is unknown: at its element, below its text, or else in the
 * corner.
 * @param options.since when there was something to show, in milliseconds
 */
export function placeAtReply(
  reply: number,
  host: HTMLElement,
  {
    finder,
    corner,
    since,
  }: { readonly finder: ReplyFinder; readonly corner: Corner; readonly since: number },
): Placement {
  const hold = createHold(host);
  let spot: 'none' | 'element' | 'text' | 'corner' = 'none';
  /** The reply element; null if there is none, or only its text is known. */
  let element: Element | null = null;
  let waitingSince = since;
  let endedAt: number | null = null;
  /** The page shows another chat, in which any element would be a guess. */
  let elsewhere = false;
  /** Stays in the corner for good: anything else would be a fight. */
  let settled = false;
  let address = pathOf(host);
  /**
   * Its element disappeared after its end: only its text tells whether the page has re-created it.
   */
  let gone = false;

  function update(at: number): boolean {
    if (settled) return false;
    if (element && !element.isConnected) {
      const again = pathOf(host) === address ? finder.again(reply) : null;
      if (!again && isOver(at)) return false;
      element = again;
      if (!again) lose(at);
    }
    if (!element && spot !== 'text') element = search(at);
    const text = element ? null : finder.place(reply);
    // The page is about to re-create it, or to show something else.
    if (text && !text.last.isConnected) return false;
    const next = element ? insideReply(element) : text && belowText(text, hold.isCalm(text.text));
    if (next) return keep(next);
    if (spot === 'text') hold.drop();
    else if (spot === 'none' && !gone && at - waitingSince >= CORNER_AFTER) return toCorner();
    return false;
  }

  /**
   * After the end of a reply, the newest element may be that of the next one, or of another chat.
   */
  function search(at: number): Element | null {
    if (elsewhere || isOver(at)) return null;
    return gone ? finder.again(reply) : finder.element(reply);
  }

  function keep(next: Spot): boolean {
    const moved = hold.keep(next);
    spot = element ? 'element' : 'text';
    gone = false;
    address = pathOf(host);
    settled = moved === null;
    return settled ? toCorner() : moved === true;
  }

  function toCorner(): boolean {
    element = null;
    spot = 'corner';
    corner.add(host);
    return true;
  }

  /**
   * The element is gone: re-created by the page, scrolled out of a long list, or another chat is
   * shown.
   */
  function lose(at: number): void {
    gone = endedAt !== null;
    elsewhere = pathOf(host) !== address;
    finder.release(reply);
    spot = 'none';
    waitingSince = at;
  }

  /** Badges that left the corner after the end of their reply still look for its element. */
  function isOver(at: number): boolean {
    return endedAt !== null && at - Math.max(endedAt, since) > SETTLE;
  }

  return {
    update,
    end(at) {
      endedAt = at;
    },
    place: () => (spot === 'corner' ? cornerPlace(host) : hold.place()),
    isGone: () => gone && !finder.place(reply),
    due: (at) =>
      spot === 'none' && !gone ? Math.max(0, CORNER_AFTER - (at - waitingSince)) : null,
  };
}

/** Returns the corner as a place. */
function cornerPlace({ ownerDocument }: HTMLElement): Place {
  return {
    element: ownerDocument.body ?? ownerDocument.documentElement,
    corner: true,
    sample: null,
  };
}

/** Returns the page's address, which distinguishes chats. */
function pathOf(node: Node): string {
  const { location } = node.ownerDocument ?? {};
  return location ? location.pathname + location.search : '';
}
