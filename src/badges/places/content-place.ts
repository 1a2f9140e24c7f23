/** Finds the place inside a reply element where a full line fits. */
import { isShadowHost } from '../look/shadow.ts';

/** The place of a reply's badges. */
export interface Place {
  /** The page's element around the host. */
  readonly element: Element;
  /** On top of the page's content, in its corner. */
  readonly corner: boolean;
  /** An element whose font size ours should match; null: `element` itself. */
  readonly sample: Element | null;
}

/** Avatar beside column beside content: deeper nesting than this is not layout any more. */
const MAX_DEPTH = 4;

/**
 * Inserts our host where the text of a reply begins.
 * @param reply a page's reply element
 * @returns false, having done nothing, if nothing inside can take a line
 */
export function insertInside(reply: Element, host: Element): boolean {
  const place = contentPlace(reply);
  if (!place) return false;
  place.insertBefore(host, firstForeign(place));
  return true;
}

/** Two replies may share an element (one answer in several requests): the later one's badges go below. */
function firstForeign(place: Element): Node | null {
  let child = place.firstChild;
  if (place.firstElementChild && namesAuthor(place.firstElementChild)) child = place.firstElementChild.nextSibling;
  while (child && isShadowHost(child)) child = child.nextSibling;
  return child;
}

/**
 * @returns the reply itself or, if its children are side by side (avatar left, text right), the widest of them; null if
 * nothing inside can take a line
 */
function contentPlace(reply: Element): Element | null {
  let place = reply;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    if (cannotTake(place)) return null;
    if (!laysOutSideBySide(place)) return place;
    const widest = widestChild(place);
    if (!widest) return null;
    place = widest;
  }
  return null;
}

/**
 * @param child first child of the place for a line
 * @returns whether it only names who wrote the reply, so that the text begins behind it. A heading counts only before a
 * container: before a paragraph it is the reply's own.
 */
function namesAuthor(child: Element): boolean {
  if (!child.nextElementSibling) return false;
  if (child.matches('header, [class*="author" i], [class*="sender" i], [class*="name" i]')) return true;
  return child.matches('h1, h2, h3, h4, h5, h6') && child.nextElementSibling.matches('div, section');
}

/** @returns whether children are side by side: avatar left, text right */
export function laysOutSideBySide(element: Element): boolean {
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

/** @returns whether its content model or rendering has no room for a line of ours */
export function cannotTake(element: Element): boolean {
  return element.matches('table, tbody, thead, tr, ul, ol, dl, pre, code, picture, img, svg, video, audio, canvas');
}
