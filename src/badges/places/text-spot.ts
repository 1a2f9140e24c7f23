/** Keeps the badges of one reply below its text, if only the text tells which of a page's elements is the reply. */
import type { TextPlace } from '../../chat-uis/text-place.ts';
import { cannotTake, laysOutSideBySide } from './content-place.ts';
import type { Place } from './content-place.ts';
import { isShadowHost } from '../look/shadow.ts';

/** Boxes between a text and the place for a line: a bubble beside its buttons, in a column, is two. */
const MAX_CLIMBS = 4;

export interface TextSpot {
  /**
   * Moves the host below the text, or out of the page while the text is not shown.
   * @returns true if it has moved
   */
  update(): boolean;
  /** It was where the text was only expected, and that place is gone. */
  isMissed(): boolean;
  /** The page removes it again and again: it must be somewhere else from now on. */
  isLost(): boolean;
  place(): Place | null;
}

/**
 * @param host the badges' element
 * @param find finds the text
 * @param maxWipes removals by the page after which a calmer place is taken; after as many more, none
 */
export function createTextSpot(host: HTMLElement, find: () => TextPlace | null, maxWipes: number): TextSpot {
  let text: ChildNode | null = null;
  /** Removals from this text; re-creating the text does not count as one. */
  let wipes = 0;
  let lost = false;
  let shown = false;
  /** The last place is one where the text is only expected. */
  let expected = false;

  function update(): boolean {
    const found = lost ? null : find();
    // The page is about to re-create it, or to show something else.
    if (found && !found.last.isConnected) return false;
    const spot = found && roomBelow(found, wipes >= maxWipes);
    if (!found || !spot) {
      if (shown) host.remove();
      shown = false;
      return false;
    }
    expected = found.expected === true;
    if (shown && isBehind(spot.last)) return false;
    wipes = shown && found.text === text ? wipes + 1 : 0;
    text = found.text;
    lost = wipes >= 2 * maxWipes;
    if (lost) return false;
    // Replies may share a text: badges of the later one go below.
    let before = spot.last.nextSibling;
    while (before && before !== host && isShadowHost(before)) before = before.nextSibling;
    if (before !== host) spot.around.insertBefore(host, before);
    shown = true;
    return true;
  }

  function isBehind(last: ChildNode): boolean {
    let next = last.nextSibling;
    while (next && next !== host && isShadowHost(next)) next = next.nextSibling;
    return next === host;
  }

  return {
    update,
    isMissed: () => expected && !shown,
    isLost: () => lost,
    place() {
      const around = shown ? host.parentElement : null;
      return (
        around && {
          element: around,
          corner: false,
          sample: text instanceof Element ? text : (text?.parentElement ?? null),
        }
      );
    },
  };
}

/**
 * @param further one box further out, because the page clears the nearest one
 * @returns the nearest place below the text that takes a whole line; null for none
 */
function roomBelow({ around, last }: TextPlace, further: boolean): Pick<TextPlace, 'around' | 'last'> | null {
  let outwards = further ? 1 : 0;
  let box: Element | null = around;
  let end: ChildNode = last;
  for (let climbs = 0; box && climbs <= MAX_CLIMBS; climbs += 1) {
    if (outwards <= 0 && !cannotTake(box) && !laysOutSideBySide(box)) return { around: box, last: end };
    outwards -= 1;
    // Outside the page's body there is no place below a text.
    if (box === box.ownerDocument.body) return null;
    end = box;
    box = box.parentElement;
  }
  return null;
}
