/** Searches the page for texts that begin with given words. */
import { blockOf, firstLetters, lettersAt, type FoundPlace } from './text-place.ts';
import { agreement } from './words.ts';

/** What is searched for. */
export interface Wanted {
  /** Letters and digits of its beginning. */
  readonly words: string;
  /** They are complete. */
  readonly over: boolean;
}

export interface Candidate {
  readonly first: Text;
  /** How many letters match. */
  readonly letters: number;
}

/**
 * Most text nodes searched, from the end of the page. KoboldAI Lite has several thousand in hidden dialogs after its
 * chat.
 */
const MAX_NODES = 20_000;

/** Returns texts that begin with what is wanted, the last one first. */
export function candidates(document: Document, wanted: Wanted): Candidate[] {
  const found: Candidate[] = [];
  if (!document.body) return found;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let node = lastText(walker);
  for (let left = MAX_NODES; node && left > 0; left -= 1) {
    const letters = agreementAt(node, wanted);
    if (letters > 0) found.push({ first: node, letters });
    node = walker.previousNode() as Text | null;
  }
  return found;
}

function lastText(walker: TreeWalker): Text | null {
  const { root } = walker;
  let node: Node | null = root;
  while (node?.lastChild) node = node.lastChild;
  if (!node || node === root) return null;
  walker.currentNode = node;
  return node.nodeType === Node.TEXT_NODE ? (node as Text) : (walker.previousNode() as Text | null);
}

/** Returns how many letters from this text node on match. */
export function agreementAt(first: Text, { words, over }: Wanted): number {
  let shown = lettersAt(first);
  const common = Math.min(shown.length, words.length);
  if (common === 0 || shown.slice(0, common) !== words.slice(0, common)) return 0;
  const block = blockOf(first);
  const walker = first.ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  walker.currentNode = first;
  let next = walker.nextNode() as Text | null;
  for (; next && shown.length <= words.length; next = walker.nextNode() as Text | null) {
    if (blockOf(next) !== block) break;
    shown += lettersAt(next);
  }
  return agreement(shown, words, { ends: shown.length <= words.length, whole: over });
}

/** @returns where the text begins now, even if the page has re-created it in the same element; null if it is gone */
export function stillAt({ first, text }: FoundPlace, wanted: Wanted): Text | null {
  if (first.isConnected && agreementAt(first, wanted) > 0) return first;
  if (!text.isConnected || !(text instanceof Element)) return null;
  const node = firstLetters(text);
  return node && agreementAt(node, wanted) > 0 ? node : null;
}
