/**
 * The stack in the page's corner for replies without a place of their own, and the page's one live
 * region.
 */
import { language } from '../languages/messages.ts';
import { clearanceOf } from './clearance.ts';
import { createShadowHost, make, makeText } from './look/shadow.ts';

/** Screen readers need the region in the page before its text changes. */
const ANNOUNCE_AFTER = 150;
/**
 * Milliseconds between two looks for fields and buttons below it, and before the first of what has
 * just come.
 */
const CLEAR_EVERY = 500;
const CLEAR_SOON = 50;
/** CSS pixels above the edge, as in badges.css. */
const LEAST = 96;

export type Corner = ReturnType<typeof createCorner>;

/** Touches the page only when first used. */
export function createCorner(document: Document) {
  let made: ReturnType<typeof build> | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let clearing: ReturnType<typeof setTimeout> | null = null;

  function build() {
    const { host, root } = createShadowHost(document);
    const stack = make(document, 'div', 'stack');
    const region = makeText(document, 'div', 'unseen');
    region.role = 'status';
    region.ariaLive = 'polite';
    region.lang = language();
    root.append(stack, region);
    return { host, stack, region };
  }

  function used(): ReturnType<typeof build> {
    made ??= build();
    keep();
    return made;
  }

  function keep(): void {
    // Beside the body, not in it: frameworks own the body, and a transformed body would carry the
    // stack along.
    if (made && !made.host.isConnected) document.documentElement.append(made.host);
    if (made && made.stack.childElementCount > 0) clearing ??= setTimeout(clear, CLEAR_EVERY);
  }

  /** Moves what it shows off the page's fields and buttons. */
  function clear(): void {
    clearing = null;
    if (!made) return;
    const { stack } = made;
    const above = clearanceOf(document, stack.getBoundingClientRect(), LEAST);
    // What the style sheet says takes the edges of the screen into account.
    stack.style.insetBlockEnd = above === LEAST ? '' : `${above}px`;
  }

  return {
    add(badge: HTMLElement): void {
      used().stack.append(badge);
      if (clearing !== null) clearTimeout(clearing);
      clearing = setTimeout(clear, CLEAR_SOON);
    },
    /** Announces one sentence politely; of two at once, the newer one replaces the other. */
    announce(text: string): void {
      if (text === '') return;
      const { region } = used();
      region.textContent = '';
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(() => {
        region.textContent = text;
      }, ANNOUNCE_AFTER);
    },
    /** Restores the corner if the page has removed it; cheap. */
    keep,
    /** Removes it until it is used again. */
    remove(): void {
      if (timer !== null) clearTimeout(timer);
      if (clearing !== null) clearTimeout(clearing);
      clearing = null;
      made?.host.remove();
      made = null;
    },
  };
}
