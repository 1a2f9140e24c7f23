import { leastLetters, type Page, type Seeker } from './seeker.ts';
import { agreementAt, firstLetters, mayShowReply } from './text-place.ts';

/** Budget of one look for one reply: text nodes, texts that begin like it, milliseconds. */
const MAX_NODES = 2000;
const MAX_FOUND = 30;
const MAX_MS = 10;

/** A text that begins like a reply. */
interface Found {
  readonly first: Text;
  /** How many letters match. */
  readonly letters: number;
  /** It is in a side panel. */
  readonly aside: boolean;
  /** Its element begins with it: a quote may be in the middle of a message. */
  readonly begins: boolean;
}

/**
 * Searches for the text of a reply, as long as the budget of one look allows.
 * @param nodes where to search, in this order
 * @param isTaken whether a text may be that of another reply
 * @param isUpper of replies that begin alike, it is above the latest one
 */
export function searchText(
  page: Page,
  seeker: Seeker,
  nodes: readonly Node[],
  isTaken: (text: Text) => boolean,
  isUpper: boolean,
): Found | null {
  const [best] = findIn(page, seeker, nodes, isTaken).toSorted(
    (a, b) =>
      b.letters - a.letters ||
      Number(a.aside) - Number(b.aside) ||
      Number(b.begins) - Number(a.begins) ||
      (follows(a.first, b.first) === isUpper ? 1 : -1),
  );
  return best ?? null;
}

/**
 * Returns texts that begin like a reply, as many as the budget of one look allows.
 * @param nodes where to search, in this order
 * @param isTaken whether a text may be that of another reply
 */
function findIn(
  { document, now }: Page,
  seeker: Seeker,
  nodes: readonly Node[],
  isTaken: (text: Text) => boolean,
): Found[] {
  const found: Found[] = [];
  const until = now() + MAX_MS;
  const least = leastLetters(seeker, now());
  let left = MAX_NODES;
  for (const node of nodes) {
    for (const first of textsIn(document, node)) {
      left -= 1;
      if (left < 0 || found.length === MAX_FOUND || (left % 16 === 0 && now() > until))
        return found;
      const letters = agreementAt(first, seeker);
      if (letters === 0 || letters < least || isTaken(first) || !mayShowReply(first)) continue;
      const parent = first.parentElement!;
      const aside = parent.closest('aside, [role="complementary"]') !== null;
      found.push({ first, letters, aside, begins: firstLetters(parent) === first });
    }
  }
  return found;
}

/**
 * Walks through texts from both ends at once: a reply is the last part of its chat, or begins in a
 * part of its own.
 */
function* textsIn(document: Document, node: Node): Generator<Text> {
  if (node.nodeType === Node.TEXT_NODE) return yield node as Text;
  const fromStart = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const fromEnd = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  let upper = fromStart.nextNode();
  let lower = fromEnd.lastChild();
  while (upper && lower) {
    yield lower as Text;
    if (upper === lower) return;
    yield upper as Text;
    lower = fromEnd.previousNode();
    if (upper === lower) return;
    upper = fromStart.nextNode();
  }
}

/** Returns whether a node comes after another one in the page. */
export function follows(later: Node, earlier: Node): boolean {
  return (earlier.compareDocumentPosition(later) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
