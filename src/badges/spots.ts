/** Where in a page a line of ours fits: inside a reply element, or below a text. */
import type { TextPlace } from '../chat-uis/text-place.ts';
import { isShadowHost } from './look/shadow.ts';

/** A part of the page at which badges are kept. */
export interface Spot {
  /** The page's own node: re-created by the page, it is another spot. */
  readonly anchor: Node;
  /** An element whose font size ours should match; null: the one around ours. */
  readonly sample: Element | null;
  /** @param calm the page clears the usual place, so another one counts */
  holds(host: HTMLElement, calm: boolean): boolean;
  put(host: HTMLElement, calm: boolean): void;
}

/** Avatar beside column beside content: deeper nesting than this is not layout any more. */
const MAX_DEPTH = 4;

/**
 * Returns the spot where the text of a reply element begins; the calm one is before the element.
 */
export function insideReply(reply: Element, sample: Element | null = null): Spot {
  return {
    anchor: reply,
    sample,
    holds: (host) =>
      reply.contains(host) || (host.parentNode !== null && host.parentNode === reply.parentNode),
    put(host, calm) {
      const place = calm ? null : contentPlace(reply);
      if (place) place.insertBefore(host, firstForeign(place));
      else reply.before(host);
    },
  };
}

/**
 * Returns the spot below a text, or null if no line fits there; the calm one is one box further
 * out.
 */
export function belowText(text: TextPlace, calm: boolean): Spot | null {
  const room = roomBelow(text, calm);
  if (!room) return null;
  const { around, last } = room;
  return {
    anchor: text.text,
    sample: text.text instanceof Element ? text.text : text.text.parentElement,
    holds: (host) => behind(last, host) === host,
    put(host) {
      const next = behind(last, host);
      if (next !== host) around.insertBefore(host, next);
    },
  };
}

/** Replies may share a text: badges of the later one go below. */
function behind(last: ChildNode, host: HTMLElement): ChildNode | null {
  let next = last.nextSibling;
  while (next && next !== host && isShadowHost(next)) next = next.nextSibling;
  return next;
}

/**
 * Two replies may share an element (one answer in several requests): the later one's badges go
 * below.
 */
function firstForeign(place: Element): Node | null {
  let child = place.firstChild;
  if (place.firstElementChild && namesAuthor(place.firstElementChild))
    child = place.firstElementChild.nextSibling;
  while (child && isShadowHost(child)) child = child.nextSibling;
  return child;
}

/**
 * @returns the reply itself or, if its children are side by side (avatar left, text right), the
 * widest of them; null if nothing inside can take a line
 */
function contentPlace(reply: Element): Element | null {
  let place: Element | null = reply;
  for (let depth = 0; place && depth < MAX_DEPTH; depth += 1) {
    if (cannotTake(place)) return null;
    if (!laysOutSideBySide(place)) return place;
    place = widestChild(place);
  }
  return null;
}

/** Returns the nearest place below the text that takes a whole line; null for none. */
function roomBelow(
  { around, last }: TextPlace,
  further: boolean,
): Pick<TextPlace, 'around' | 'last'> | null {
  let box: Element | null = around;
  let end: ChildNode = last;
  for (let climbs = 0; box && climbs <= MAX_DEPTH; climbs += 1) {
    if ((climbs > 0 || !further) && !cannotTake(box) && !laysOutSideBySide(box))
      return { around: box, last: end };
    // Outside the page's body there is no place below a text.
    if (box === box.ownerDocument.body) return null;
    end = box;
    box = box.parentElement;
  }
  return null;
}

/**
 * @param child first child of the place for a line
 * @returns whether it only names who wrote the reply, so that the text begins behind it. A heading
 * counts only before a container: before a paragraph it is the reply's own.
 */
function namesAuthor(child: Element): boolean {
  if (!child.nextElementSibling) return false;
  if (child.matches('header, [class*="author" i], [class*="sender" i], [class*="name" i]'))
    return true;
  return (
    child.matches('h1, h2, h3, h4, h5, h6') && child.nextElementSibling.matches('div, section')
  );
}

/** Returns whether children are side by side: avatar left, text right. */
function laysOutSideBySide(element: Element): boolean {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  if (!style) return false;
  if (style.display.endsWith('flex')) return style.flexDirection.startsWith('row');
  return style.display.endsWith('grid') && style.gridTemplateColumns.includes(' ');
}

function widestChild(element: Element): Element | null {
  let widest: Element | null = null;
  let width = 0;
  for (const child of element.children) {
    const wide = child.getBoundingClientRect().width;
    if (wide > width) [widest, width] = [child, wide];
  }
  return widest;
}

/** Returns whether its content model or rendering has no room for a line of ours. */
function cannotTake(element: Element): boolean {
  return element.matches(
    'table, tbody, thead, tr, ul, ol, dl, pre, code, picture, img, svg, video, audio, canvas',
  );
}
