/**
 * How far above the edge of a page the corner begins, so that it is over no field and no button:
 * chats have these at the place where most pages have nothing, and pages embedded in others have
 * theirs in shadow trees.
 */
import { shadowTreeOf } from '../chat-uis/shadow-trees.ts';
import { HOST_NAME } from './look/host-name.ts';

/** What a person presses or writes into. */
const USED =
  'button, input, textarea, select, summary, [contenteditable], [role="button"], [role="textbox"], [role="combobox"]';
/** CSS pixels between two points that are looked at, and above what is found. */
const STEP = 12;
/** Points beside each other. */
const COLUMNS = 5;
/**
 * Share of the height of the page in which a place is looked for: above, it would not be a corner.
 */
const REACH = 0.6;
/** Shadow trees within one another. */
const MAX_TREES = 10;

/**
 * @param box what the corner shows, in CSS pixels
 * @param least how far above the edge it begins, if nothing is there
 * @returns how far above the edge it begins; `least` if there is no place
 */
export function clearanceOf(document: Document, box: DOMRect, least: number): number {
  if (box.height === 0 || box.width === 0) return least;
  const isAnyUsed = (element: Element): boolean => isUsed(element) || isUnderHand(element);
  // In a page that is one plain button as a whole, only real ones can be told apart.
  return (
    freeAbove(document, box, least, isAnyUsed) ?? freeAbove(document, box, least, isUsed) ?? least
  );
}

/** @returns where a place begins in which nothing is used; null for none */
function freeAbove(
  document: Document,
  box: DOMRect,
  least: number,
  isTaken: (element: Element) => boolean,
): number | null {
  const height = document.defaultView?.innerHeight ?? 0;
  let bottom = least;
  for (let up = least; up < bottom + box.height; up += STEP) {
    if (up > height * REACH) return null;
    if (topsAt(document, box, height - up).some(isTaken)) bottom = up + STEP;
  }
  return bottom;
}

function isUsed(element: Element): boolean {
  return element.closest(USED) !== null;
}

/**
 * Returns whether the mouse is a hand over it: many a page's button is a plain element. A link
 * within a text is none.
 */
function isUnderHand(element: Element): boolean {
  const view = element.ownerDocument.defaultView;
  return view?.getComputedStyle(element).cursor === 'pointer' && element.closest('a') === null;
}

/** @returns the elements on top at this height, in the width of the corner */
function topsAt(document: Document, { left, width }: DOMRect, y: number): Element[] {
  const found = new Set<Element>();
  for (let i = 0; i < COLUMNS; i++) {
    const top = topAt(document, left + (width * (i + 0.5)) / COLUMNS, y);
    if (top) found.add(top);
  }
  return [...found];
}

/** @returns the top element of the page at a point, in whichever shadow tree; null for none */
function topAt(document: Document, x: number, y: number): Element | null {
  let found: Element | null = null;
  let root: Document | ShadowRoot | null = document;
  for (let i = 0; root && i < MAX_TREES; i++) {
    const next = root.elementsFromPoint(x, y).find(({ localName }) => localName !== HOST_NAME);
    if (!next || next === found) break;
    found = next;
    root = shadowTreeOf(next);
  }
  return found;
}
