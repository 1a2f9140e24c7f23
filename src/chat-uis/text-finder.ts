/**
 * Finds a reply by how its text begins, in pages of an unknown chat UI. Recent changes favour a place: people quote
 * replies, and titles and previews repeat them, but only the reply grows with its stream.
 */
import { generic } from './generic.ts';
import { nextTurn } from './next-turn.ts';
import { agreement, ENOUGH, LEAST, lettersOf, wordsOf } from './words.ts';

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

export interface TextFinder {
  /** A reply begins: what changes from now on may be its text. */
  begin(reply: number): void;
  /** @param beginning of its text, longer each time */
  expect(reply: number, beginning: string): void;
  /** Sets how the question begins that the reply answers. */
  expectBelow(reply: number, question: string): void;
  /** The reply is complete: the text expected so far may be all of it. */
  end(reply: number): void;
  /** The page has changed. */
  observe(records: readonly MutationRecord[]): void;
  /** @returns where the reply is now, or was a moment ago; null if the page does not show it */
  find(reply: number): TextPlace | null;
  /** @returns milliseconds until the next search is due even without changes; null for none */
  due(reply: number): number | null;
  /** Drops everything about a reply. */
  forget(reply: number): void;
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
/**
 * Most text nodes searched, from the end of the page. KoboldAI Lite has several thousand in hidden dialogs after its
 * chat.
 */
const MAX_NODES = 20_000;
/** Most text nodes before the first letter of an element. */
const MAX_BLANKS = 40;
/** Limits searching to one part in so many of the time; the next search waits accordingly. */
const SHARE = 10;
/** Fewest milliseconds between two searches, for pages where they take no time. */
const LEAST_WAIT = 30;

interface Place extends TextPlace {
  /** The node in which the text begins. */
  readonly first: Text;
}

interface Seeker {
  readonly since: number;
  beginning: string;
  words: string;
  /** Letters and digits of the question; '' if unknown. */
  asked: string;
  over: boolean;
  place: Place | null;
  /** Where the text will appear, until `place` is known. */
  turn: Turn | null;
  /** There may be a better place than the one found. */
  stale: boolean;
}

interface Turn {
  readonly question: Text;
  readonly box: Element;
}

/** What is searched for: words, and whether they are complete. */
type Wanted = Pick<Seeker, 'words' | 'over'>;

interface Candidate {
  readonly first: Text;
  readonly letters: number;
}

/**
 * @param document the page's document
 * @param options.isOurs whether a node is one of ours
 * @param options.now clock in milliseconds
 * @param options.signal clears everything when aborted
 */
export function createTextFinder(
  document: Document,
  {
    isOurs,
    now,
    signal,
  }: { readonly isOurs: (node: Node) => boolean; readonly now: () => number; readonly signal: AbortSignal },
): TextFinder {
  /** In the order in which the replies began. */
  const seekers = new Map<number, Seeker>();
  /** When a node was first seen in the page, and when its own content changed. */
  const added = new WeakMap<Node, number>();
  const changed = new WeakMap<Node, number>();
  /** No search before this time. */
  let nextLook = 0;
  signal.addEventListener('abort', () => seekers.clear(), { once: true });

  function find(reply: number): TextPlace | null {
    const seeker = seekers.get(reply);
    if (!seeker) return null;
    if (seeker.words === '' && seeker.asked === '') return null;
    const known = seeker.place && stillAt(seeker.place, seeker);
    if (known) seeker.place = placeOf(known);
    if (known && !seeker.stale) return seeker.place;
    const started = now();
    // Until the next search the last place remains valid: what a page re-creates must not flicker.
    if (started < nextLook) {
      if (!seeker.place) seeker.stale = true;
      return seeker.place ?? expected(seeker);
    }
    seeker.stale = false;
    const first = (seeker.words === '' ? null : choose(seeker)) ?? known;
    seeker.place = first && placeOf(first);
    if (seeker.place) seeker.asked = '';
    else seeker.turn = turnOf(seeker);
    nextLook = started + Math.max(LEAST_WAIT, SHARE * (now() - started));
    return seeker.place ?? expected(seeker);
  }

  /** @returns where the text will appear, as of the last search */
  function expected({ asked, turn }: Seeker): TextPlace | null {
    const around = turn?.box.parentElement;
    return asked !== '' && turn && around ? { text: turn.box, around, last: turn.box, expected: true } : null;
  }

  /** @returns the place below the question; it may start empty and later fill with text that cannot be matched */
  function turnOf({ asked, turn }: Seeker): Turn | null {
    if (asked === '') return null;
    const wanted = { words: asked, over: true };
    if (turn?.box.isConnected && turn.question.isConnected && agreementAt(turn.question, wanted) > 0) return turn;
    // Candidates start at the end of the page, so this is the last time it was said.
    const question = candidates(wanted).find(({ first }) => isReply(first, []))?.first;
    const box = question && nextTurn(blockOf(question), { passes: isOurs });
    if (!box || box.closest(NO_REPLY) || lettersOf(box.textContent).length >= LEAST) return null;
    for (const other of seekers.values())
      if (other.turn?.box === box || (other.place && box.contains(other.place.first))) return null;
    return { question, box };
  }

  /** @returns where the text begins now, even if the page has re-created it in the same element; null if it is gone */
  function stillAt({ first, text }: Place, seeker: Wanted): Text | null {
    if (first.isConnected && agreementAt(first, seeker) > 0) return first;
    if (!text.isConnected || !(text instanceof Element)) return null;
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    for (let left = MAX_BLANKS; left > 0; left -= 1) {
      const node = walker.nextNode() as Text | null;
      if (!node) return null;
      if (lettersOf(node.data.slice(0, HEAD)) !== '') return agreementAt(node, seeker) > 0 ? node : null;
    }
    return null;
  }

  function choose(seeker: Seeker): Text | null {
    const all = [...seekers.values()];
    const others = all.filter((other) => other !== seeker);
    const taken = new Set(others.map(({ place }) => place?.first));
    const users = generic.userElements(document);
    const found = candidates(seeker).filter(
      ({ first }) => !taken.has(first) && isFresh(first, seeker) && isReply(first, users),
    );
    const most = Math.max(0, ...found.map(({ letters }) => letters));
    const best = found.filter(({ letters }) => letters === most);
    const main = best.filter(({ first }) => !first.parentElement?.closest('aside, [role="complementary"]'));
    const left = (main.length > 0 ? main : best).toSorted((a, b) => (follows(a.first, b.first) ? 1 : -1));
    // Of replies that begin alike, the later one has the lower place.
    const later = all
      .slice(all.indexOf(seeker) + 1)
      .filter(({ words, place }) => !place && words === seeker.words).length;
    return (left.at(-1 - later) ?? left[0])?.first ?? null;
  }

  /** Returns texts that begin with what is wanted, the last one first. */
  function candidates(wanted: Wanted): Candidate[] {
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

  /** Returns how many letters from this text node on match. */
  function agreementAt(first: Text, { words, over }: Wanted): number {
    let shown = lettersOf(first.data.slice(0, HEAD));
    const common = Math.min(shown.length, words.length);
    if (common === 0 || shown.slice(0, common) !== words.slice(0, common)) return 0;
    const block = blockOf(first);
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    walker.currentNode = first;
    let next = walker.nextNode() as Text | null;
    for (; next && shown.length <= words.length; next = walker.nextNode() as Text | null) {
      if (blockOf(next) !== block) break;
      shown += lettersOf(next.data.slice(0, HEAD));
    }
    return agreement(shown, words, { ends: shown.length <= words.length, whole: over });
  }

  /** Returns whether it appeared since the reply began, or what begins there has changed since. */
  function isFresh(first: Text, { since }: Seeker): boolean {
    for (let node: Node | null = first; node; node = node.parentNode) if ((added.get(node) ?? -1) >= since) return true;
    const { around, text, last } = placeOf(first);
    for (let node: Node | null = first; node && node !== around; node = node.parentNode)
      if ((changed.get(node) ?? -1) >= since) return true;
    for (let part: ChildNode | null = text; part; part = part === last ? null : part.nextSibling) {
      for (let node: Node | null = part; node; node = node.lastChild)
        if (Math.max(added.get(node) ?? -1, changed.get(node) ?? -1) >= since) return true;
    }
    return false;
  }

  function observe(records: readonly MutationRecord[]): void {
    if (seekers.size === 0) return;
    const at = now();
    for (const { type, target, addedNodes, removedNodes } of records) {
      if (type === 'childList' && [...addedNodes, ...removedNodes].every(isOurs)) continue;
      if (type !== 'attributes') changed.set(target, at);
      for (const node of addedNodes) added.set(node, at);
    }
  }

  function expect(reply: number, beginning: string): void {
    const seeker = seekers.get(reply);
    if (!seeker || beginning.length <= seeker.beginning.length) return;
    seeker.beginning = beginning;
    seeker.words = wordsOf(beginning);
    seeker.stale = true;
  }

  function expectBelow(reply: number, question: string): void {
    const seeker = seekers.get(reply);
    if (!seeker || seeker.place) return;
    seeker.asked = wordsOf(question);
    seeker.stale = true;
  }

  return {
    begin(reply) {
      const known = seekers.get(reply);
      if (known) known.over = false;
      else if (!signal.aborted)
        seekers.set(reply, {
          since: now(),
          beginning: '',
          words: '',
          asked: '',
          over: false,
          place: null,
          turn: null,
          stale: true,
        });
    },
    expect,
    expectBelow,
    end(reply) {
      const seeker = seekers.get(reply);
      if (!seeker) return;
      seeker.over = true;
      seeker.stale = true;
    },
    observe,
    find,
    due(reply) {
      const seeker = seekers.get(reply);
      const due =
        seeker &&
        (seeker.words !== '' || seeker.asked !== '') &&
        (seeker.stale || (seeker.place && !seeker.place.first.isConnected));
      return due ? Math.max(0, nextLook - now()) : null;
    },
    forget(reply) {
      seekers.delete(reply);
    },
  };

  function placeOf(first: Text): Place {
    let text: ChildNode = first;
    let parent = first.parentElement;
    // Climbs through markup to the element that contains nothing but the reply.
    while (parent && parent.parentElement && parent !== document.body && begins(parent, first)) {
      text = parent;
      parent = parent.parentElement;
      if (!(text as Element).matches(MARKUP)) break;
    }
    const isBox = text instanceof Element && !text.matches(MARKUP);
    return { first, text, around: parent ?? document.documentElement, last: isBox ? text : endOfRun(text) };
  }

  /** Returns the last node of a reply within a larger text, including markup that continues it. */
  function endOfRun(text: ChildNode): ChildNode {
    let last = text;
    for (let next = text.nextSibling; next; next = next.nextSibling) {
      if (next instanceof Element && !isOurs(next) && !next.matches(MARKUP)) break;
      if (!isOurs(next)) last = next;
    }
    return last;
  }

  function begins(element: Element, first: Text): boolean {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let left = MAX_BLANKS; left > 0; left -= 1) {
      const node = walker.nextNode() as Text | null;
      if (node === first) return true;
      if (!node || lettersOf(node.data.slice(0, HEAD)) !== '') return false;
    }
    return false;
  }
}

function blockOf(text: Text): Element {
  let element = text.parentElement;
  while (element?.parentElement && element.matches(MARKUP)) element = element.parentElement;
  return element ?? text.ownerDocument.documentElement;
}

function lastText(walker: TreeWalker): Text | null {
  const { root } = walker;
  let node: Node | null = root;
  while (node?.lastChild) node = node.lastChild;
  if (!node || node === root) return null;
  walker.currentNode = node;
  return node.nodeType === Node.TEXT_NODE ? (node as Text) : (walker.previousNode() as Text | null);
}

/**
 * Returns whether a reply may be shown here: not where people type, navigate or press, in their own messages, in
 * previews, or where nothing is visible.
 */
function isReply(first: Text, users: readonly Element[]): boolean {
  const parent = first.parentElement;
  if (!parent || parent.closest(NO_REPLY) || users.some((user) => user.contains(parent))) return false;
  const view = parent.ownerDocument.defaultView;
  if (!view || parent.getBoundingClientRect().width < LEAST_WIDTH) return false;
  const style = view.getComputedStyle(parent);
  if (style.visibility !== 'visible' || style.cursor === 'pointer') return false;
  for (
    let element: Element | null = parent, left = 3;
    element && left > 0;
    element = element.parentElement, left -= 1
  ) {
    const { textOverflow, overflowX, webkitLineClamp } = view.getComputedStyle(element);
    if (
      (textOverflow === 'ellipsis' && overflowX !== 'visible') ||
      (webkitLineClamp !== '' && webkitLineClamp !== 'none')
    )
      return false;
  }
  return true;
}

function follows(later: Node, earlier: Node): boolean {
  return (earlier.compareDocumentPosition(later) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
