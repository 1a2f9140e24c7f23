/**
 * How far above the edge of a page the corner begins, so that it is over no field and no button: chats have these at the
 * place where most pages have nothing, and pages embedded in others have theirs in shadow trees.
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
/** Share of the height of the page in which a place is looked for: above, it would not be a corner. */
const REACH = 0.6;
/** Shadow trees within one another. */
const MAX_TREES = 10;

/**
 * @param box what the corner shows, in CSS pixels
 * @param least how far above the edge it begins, if nothing is there
 * @returns how far above the edge it begins; `least` if there is no place
 */
export function clearanceOf(document: Document, box: DOMRect, least: number): number {
  const height = document.defaultView?.innerHeight ?? 0;
  if (box.height === 0 || box.width === 0) return least;
  let bottom = least;
  for (let up = least; up < bottom + box.height; up += STEP) {
    if (up > height * REACH) return least;
    if (isUsedAt(document, box, height - up)) bottom = up + STEP;
  }
  return bottom;
}

/** Returns whether a field or a button is at this height, in the width of the corner. */
function isUsedAt(document: Document, { left, width }: DOMRect, y: number): boolean {
  for (let i = 0; i < COLUMNS; i++) {
    const x = left + (width * (i + 0.5)) / COLUMNS;
    if (topAt(document, x, y)?.closest(USED)) return true;
  }
  return false;
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
