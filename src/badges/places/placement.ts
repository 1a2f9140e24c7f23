/** Keeps the badges of one reply at the reply, whatever the page does to its elements. */
import type { ReplyAnchors } from '../../chat-uis/reply-anchor.ts';
import type { Corner } from './corner.ts';
import { insertInside, type Place } from './content-place.ts';
import { createTextSpot } from './text-spot.ts';

/** Milliseconds without a reply element after which the corner is used. */
export const CORNER_AFTER = 600;
/**
 * Removals by the page's re-rendering after which a calmer place is taken; after as many more, the reply is left alone.
 */
export const MAX_WIPES = 3;
/** Milliseconds after its end in which a reply may still be re-created under another element. */
const SETTLE = 2000;
/** Letters and digits by which the beginning of a reply is recognised. */
const BEGINNING = 40;

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
  isGone?(): boolean;
  /** Milliseconds until `update` is due by itself; null if only the page decides. */
  due(now: number): number | null;
}

type Spot = 'waiting' | 'inside' | 'before' | 'text' | 'corner';

/** @param host the badges' element, in no page yet */
export function createPlacement(
  reply: number,
  host: HTMLElement,
  { anchors, corner, now }: { readonly anchors: ReplyAnchors; readonly corner: Corner; readonly now: number },
): Placement {
  let spot: Spot = 'waiting';
  /** The reply element; null in the corner and while waiting. */
  let element: Element | null = null;
  let since = now;
  const begun = now;
  let wipes = 0;
  let endedAt: number | null = null;
  /** Stays in the corner for good: another element would be a guess or a fight. */
  let settled = false;
  let address = pathOf(host);
  /** How the reply began, if its element disappeared after its end; null otherwise. */
  let gone: string | null = null;
  const text = createTextSpot(host, () => anchors.findText(reply), MAX_WIPES);

  function update(at: number): boolean {
    if (spot === 'text') {
      if (text.update()) return true;
      if (text.isLost()) return toCorner();
      if (!text.isMissed()) return false;
      spot = 'waiting';
      since = at;
    }
    if (!element) return search(at);
    if (!element.isConnected) return lost(at);
    const inPlace = spot === 'inside' ? element.contains(host) : host.isConnected;
    if (inPlace) return false;
    wipes += 1;
    return attach(element);
  }

  function search(at: number): boolean {
    const found = settled || isOver(at) ? null : anchors.find(reply);
    // After the end of a reply, the newest element may be that of the next one, or of another chat.
    if (found && (!gone || beginningOf(found) === gone)) return attach(found);
    if (found) anchors.release(reply);
    if (text.update()) {
      spot = 'text';
      return true;
    }
    if (spot === 'corner' || gone !== null || at - since < CORNER_AFTER) return false;
    return toCorner();
  }

  function attach(found: Element): boolean {
    if (wipes >= 2 * MAX_WIPES) {
      settled = true;
      return toCorner();
    }
    element = found;
    gone = null;
    address = pathOf(host);
    spot = wipes < MAX_WIPES && insertInside(found, host) ? 'inside' : 'before';
    if (spot === 'before') found.before(host);
    return true;
  }

  function toCorner(): boolean {
    element = null;
    spot = 'corner';
    corner.add(host);
    return true;
  }

  /** The element is gone: re-created by the page, scrolled out of a long list, or another chat is shown. */
  function lost(at: number): boolean {
    if (isOver(at)) return false;
    gone = endedAt !== null && element ? beginningOf(element) : null;
    anchors.release(reply);
    element = null;
    spot = 'waiting';
    since = at;
    // At another address, the last reply there is not this one.
    settled = pathOf(host) !== address;
    return search(at);
  }

  /** Badges that left the corner after the end of their reply still look for its element. */
  function isOver(at: number): boolean {
    return endedAt !== null && at - Math.max(endedAt, begun) > SETTLE;
  }

  return {
    update,
    end(at) {
      endedAt = at;
    },
    place() {
      if (element) return { element: host.parentElement ?? element, corner: false, sample: null };
      return spot === 'text' ? text.place() : spot === 'corner' ? cornerPlace(host) : null;
    },
    isGone: () => gone !== null,
    due(at) {
      const texts = element ? null : anchors.textDue(reply);
      if (spot !== 'waiting' || gone !== null) return texts;
      const corner = Math.max(0, CORNER_AFTER - (at - since));
      return texts === null ? corner : Math.min(texts, corner);
    },
  };
}

/** @returns the first letters and digits of an element: the rest may differ when the page renders it again */
function beginningOf({ textContent }: Element): string {
  return (textContent ?? '').replace(/[^\p{L}\p{N}]+/gu, '').slice(0, BEGINNING);
}

/** @returns the corner as a place. @param host the badges' element */
export function cornerPlace({ ownerDocument }: HTMLElement): Place {
  return { element: ownerDocument.body ?? ownerDocument.documentElement, corner: true, sample: null };
}

/** @returns the page's address, which distinguishes chats */
export function pathOf(node: Node): string {
  const { location } = node.ownerDocument ?? {};
  return location ? location.pathname + location.search : '';
}
