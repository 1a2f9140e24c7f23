/** The part of a page that a text fills, and whether a reply may be shown there. */
import { ENOUGH, lettersOf } from './words.ts';

/** The position of a reply in the page. */
export interface TextPlace {
  /** The node with the reply's text, or the first node of it within a larger text. */
  readonly text: ChildNode;
  /** The element around it: anything after `last` in it is below the reply. */
  readonly around: Element;
  /** The last node of the reply in `around`. */
  readonly last: ChildNode;
  /** There is no text yet: this is where it will most likely appear. */
  readonly expected?: true;
}

/** The place of a text that is in the page. */
export interface FoundPlace extends TextPlace {
  /** The node in which the text begins. */
  readonly first: Text;
}

/** Elements that markup produces within a text: whatever encloses them is a box of the page's own. */
const MARKUP =
  'p, span, b, strong, i, em, u, s, del, ins, mark, small, sub, sup, code, pre, kbd, q, a, abbr, font, br, hr, ' +
  'h1, h2, h3, h4, h5, h6, ul, ol, li, dl, dt, dd, blockquote, table, thead, tbody, tfoot, tr, th, td, details, summary, img, figure';
/** Elements that people type into, navigate with or press, and those that are not shown. */
const NO_REPLY =
  'a, button, label, input, textarea, select, option, nav, header, footer, form, menu, title, script, style, noscript, template, svg, iframe, ' +
  '[role="navigation"], [role="menu"], [role="menuitem"], [role="listbox"], [role="option"], [role="textbox"], [role="tab"], [role="button"], [role="link"], [role="status"], [role="alert"], ' +
  '[contenteditable]:not([contenteditable="false" i]), [aria-hidden="true"], [hidden]';
/** Narrowest text of a reply, in CSS pixels: only text for screen readers is narrower. */
const LEAST_WIDTH = 20;
/** UTF-16 units read of one text node: more than enough for all letters that are compared. */
const HEAD = 6 * ENOUGH;
/** Most text nodes before the first letter of an element. */
const MAX_BLANKS = 40;

/**
 * @param first the node in which a text begins
 * @param isOurs whether a node is one of ours
 */
export function placeOf(first: Text, isOurs: (node: Node) => boolean): FoundPlace {
  const { body, documentElement } = first.ownerDocument;
  let text: ChildNode = first;
  let parent = first.parentElement;
  // Climbs through markup to the element that contains nothing but the reply.
  while (parent && parent.parentElement && parent !== body && firstLetters(parent) === first) {
    text = parent;
    parent = parent.parentElement;
    if (!(text as Element).matches(MARKUP)) break;
  }
  const isBox = text instanceof Element && !text.matches(MARKUP);
  return { first, text, around: parent ?? documentElement, last: isBox ? text : endOfRun(text, isOurs) };
}

/** Returns the last node of a reply within a larger text, including markup that continues it. */
function endOfRun(text: ChildNode, isOurs: (node: Node) => boolean): ChildNode {
  let last = text;
  for (let next = text.nextSibling; next; next = next.nextSibling) {
    if (next instanceof Element && !isOurs(next) && !next.matches(MARKUP)) break;
    if (!isOurs(next)) last = next;
  }
  return last;
}

/** Returns the text node in which the letters of an element begin; null for none near its start. */
export function firstLetters(element: Element): Text | null {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let left = MAX_BLANKS; left > 0; left -= 1) {
    const node = walker.nextNode() as Text | null;
    if (!node || lettersAt(node) !== '') return node;
  }
  return null;
}

/** Returns the letters and digits at the beginning of a text node. */
export function lettersAt(text: Text): string {
  return lettersOf(text.data.slice(0, HEAD));
}

/** Returns the element around a text that is a box of the page's own. */
export function blockOf(text: Text): Element {
  let element = text.parentElement;
  while (element?.parentElement && element.matches(MARKUP)) element = element.parentElement;
  return element ?? text.ownerDocument.documentElement;
}

/**
 * Returns whether a reply may be shown here: not where people type, navigate or press, in their own messages, in
 * previews, or where nothing is visible.
 * @param users the elements of the person's own messages
 */
export function mayShowReply(first: Text, users: readonly Element[]): boolean {
  const parent = first.parentElement;
  if (!parent || isNoReply(parent) || users.some((user) => user.contains(parent))) return false;
  const view = parent.ownerDocument.defaultView;
  if (!view || parent.getBoundingClientRect().width < LEAST_WIDTH) return false;
  const style = view.getComputedStyle(parent);
  if (style.visibility !== 'visible' || style.cursor === 'pointer') return false;
  for (
    let element: Element | null = parent, left = 3;
    element && left > 0;
    element = element.parentElement, left -= 1
  ) {
    if (isCutShort(view.getComputedStyle(element))) return false;
  }
  return true;
}

/** Returns whether people type, navigate or press here, or nothing is shown. */
export function isNoReply(element: Element): boolean {
  return element.closest(NO_REPLY) !== null;
}

/** Returns whether the element shows a preview of its text. */
function isCutShort({ textOverflow, overflowX, webkitLineClamp }: CSSStyleDeclaration): boolean {
  const clamped = webkitLineClamp !== '' && webkitLineClamp !== 'none';
  return clamped || (textOverflow === 'ellipsis' && overflowX !== 'visible');
}
