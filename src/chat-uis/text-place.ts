/**
 * Where a text is in a page, and whether a reply may be shown there. The work for one text does not
 * grow with the page.
 */
import { isUserMessage } from './conventions.ts';
import { shadowHostOf } from './shadow-trees.ts';
import { agreement, ENOUGH, lettersOf } from './words.ts';

/** The place of a text in the page. */
export interface TextPlace {
  /** The node in which the text begins. */
  readonly first: Text;
  /** The node that contains nothing but the text, or the first node of it within a larger text. */
  readonly text: ChildNode;
  /** The element around it: anything after `last` in it is below the text. */
  readonly around: Element;
  /** The last node of the text in `around`. */
  readonly last: ChildNode;
}

/** What is searched for. */
export interface Wanted {
  /** Letters and digits of its beginning. */
  readonly words: string;
  /** They are complete. */
  readonly over: boolean;
}

/**
 * Elements that markup produces within a text: whatever encloses them is a box of the page's own.
 */
const MARKUP = new Set(
  (
    'p span b strong i em u s del ins mark small sub sup code pre kbd q a abbr font br hr h1 h2 h3 h4 h5 h6 ul ol li ' +
    'dl dt dd blockquote table thead tbody tfoot tr th td details summary img figure'
  ).split(' '),
);
/** Elements that people type into, navigate with or press, and those that are not shown. */
const NO_REPLY =
  'a, button, label, input, textarea, select, option, nav, header, footer, form, menu, title, script, style, noscript, template, svg, iframe, ' +
  '[role="navigation"], [role="menu"], [role="menuitem"], [role="listbox"], [role="option"], [role="textbox"], [role="tab"], [role="button"], [role="link"], [role="status"], [role="alert"], ' +
  '[contenteditable]:not([contenteditable="false" i]), [aria-hidden="true"], [hidden]';
/** Narrowest text of a reply, in CSS pixels: only text for screen readers is narrower. */
const LEAST_WIDTH = 20;
/** UTF-16 units read of one text node: more than enough for all letters that are compared. */
const HEAD = 6 * ENOUGH;
/**
 * Most text nodes before the first letter of an element, and between two letters that are compared.
 */
const MAX_BLANKS = 40;
/** Most levels of markup around a text: a model can nest quotes at will. */
const MAX_LEVELS = 40;
/** Most levels around a text, within which a field lies over it. */
const MAX_LAYERS = 8;
/** Most nodes of one text, beyond which its end is not searched for. */
const MAX_NODES = 20_000;

/**
 * Returns how many letters from this text node on match; 0 if the page shows something else there,
 * or too little to tell.
 */
export function agreementAt(first: Text, { words, over }: Wanted): number {
  let shown = lettersAt(first);
  const common = Math.min(shown.length, words.length);
  if (common === 0 || shown.slice(0, common) !== words.slice(0, common)) return 0;
  const block = blockOf(first);
  const walker = first.ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  walker.currentNode = first;
  let next = walker.nextNode() as Text | null;
  for (
    let left = ENOUGH + MAX_BLANKS;
    next && left > 0 && shown.length <= words.length;
    left -= 1
  ) {
    if (blockOf(next) !== block) break;
    shown += lettersAt(next);
    next = walker.nextNode() as Text | null;
  }
  return agreement(shown, words, { ends: shown.length <= words.length, whole: over });
}

/**
 * @param first the node in which a text begins
 * @param isOurs whether a node is one of ours
 * @param before its place a moment ago: only what was added since is walked through
 * @returns null for a text of too many nodes
 */
export function placeOf(
  first: Text,
  isOurs: (node: Node) => boolean,
  before: TextPlace | null,
): TextPlace | null {
  const { body, documentElement } = first.ownerDocument;
  let text: ChildNode = first;
  let parent = first.parentElement;
  // Climbs through markup to the element that contains nothing but the reply.
  for (let left = MAX_LEVELS; left > 0; left -= 1) {
    if (!parent?.parentElement || parent === body || firstLetters(parent) !== first) break;
    text = parent;
    parent = parent.parentElement;
    if (!isMarkup(text)) break;
  }
  const known =
    before?.text === text && before.last.parentNode === text.parentNode ? before.last : text;
  const last = isMarkup(text) ? endOfRun(known, isOurs) : text;
  return last && { first, text, around: parent ?? documentElement, last };
}

/** Returns of how many nodes of the page a text within a larger one consists. */
export function nodesIn({ text, last }: TextPlace, isOurs: (node: Node) => boolean): number {
  let nodes = 1;
  for (let next: Node | null = text; next && next !== last; next = next.nextSibling)
    if (!isOurs(next)) nodes += 1;
  return nodes;
}

/** @returns the place of a text that has at most so many nodes */
export function cutTo(place: TextPlace, nodes: number, isOurs: (node: Node) => boolean): TextPlace {
  let last: ChildNode = place.text;
  let left = nodes;
  for (let next = last.nextSibling; next && last !== place.last; next = next.nextSibling) {
    if (isOurs(next)) continue;
    left -= 1;
    if (left === 0) return { ...place, last };
    last = next;
  }
  return place;
}

/**
 * Returns the last node of a text within a larger one, including markup that continues it; null if
 * there are too many.
 */
function endOfRun(from: ChildNode, isOurs: (node: Node) => boolean): ChildNode | null {
  let last = from;
  let left = MAX_NODES;
  for (let next = from.nextSibling; next; next = next.nextSibling) {
    if (isOurs(next)) continue;
    if (!isMarkup(next)) return last;
    last = next;
    left -= 1;
    if (left === 0) return null;
  }
  return last;
}

/**
 * Returns whether a node is part of a text: some renderers use a box for each paragraph, and
 * KoboldAI Lite separates messages by rules, which it names.
 */
function isMarkup(node: Node): boolean {
  if (!(node instanceof Element)) return true;
  if (node.localName === 'hr' && node.hasAttribute('aria-label')) return false;
  return (
    MARKUP.has(node.localName) || (node.localName === 'div' && /paragraph/i.test(node.className))
  );
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

function lettersAt(text: Text): string {
  return lettersOf(text.data.slice(0, HEAD));
}

/** Returns the element around a text that is a box of the page's own. */
function blockOf(text: Text): Element {
  let element = text.parentElement;
  for (let left = MAX_LEVELS; left > 0 && element?.parentElement && isMarkup(element); left -= 1) {
    element = element.parentElement;
  }
  return element ?? text.ownerDocument.documentElement;
}

/**
 * Returns whether a reply may be shown here: not where people type, navigate or press, in their own
 * messages, in previews, or where nothing is visible.
 */
export function mayShowReply(first: Text): boolean {
  const parent = first.parentElement;
  const view = first.ownerDocument.defaultView;
  if (!parent || !view) return false;
  for (let at: Element | null = parent; at; at = shadowHostOf(at))
    if (at.closest(NO_REPLY) || isUserMessage(at)) return false;
  const shown = parent.getBoundingClientRect();
  if (shown.width < LEAST_WIDTH || isBelowField(parent, shown)) return false;
  const { visibility, cursor } = view.getComputedStyle(parent);
  if (visibility !== 'visible' || cursor === 'pointer') return false;
  let element: Element | null = parent;
  for (let left = 3; element && left > 0; element = element.parentElement, left -= 1) {
    if (isCutShort(view.getComputedStyle(element))) return false;
  }
  return true;
}

/**
 * Returns whether an element shows what is typed into a field that lies over it and is transparent:
 * so do fields with coloured text, such as the one of LobeHub for a reply that is changed.
 */
function isBelowField(element: Element, shown: DOMRect): boolean {
  let layer: Element | null = element;
  for (let left = MAX_LAYERS; layer && left > 0; layer = layer.parentElement, left -= 1) {
    for (const beside of [layer.previousElementSibling, layer.nextElementSibling]) {
      if (beside?.localName !== 'textarea') continue;
      const { left: start, right, top, bottom } = beside.getBoundingClientRect();
      const middle = { x: (shown.left + shown.right) / 2, y: (shown.top + shown.bottom) / 2 };
      if (start < middle.x && middle.x < right && top < middle.y && middle.y < bottom) return true;
    }
  }
  return false;
}

/** Returns whether the element shows a preview of its text. */
function isCutShort({ textOverflow, overflowX, webkitLineClamp }: CSSStyleDeclaration): boolean {
  const clamped = webkitLineClamp !== '' && webkitLineClamp !== 'none';
  return clamped || (textOverflow === 'ellipsis' && overflowX !== 'visible');
}
