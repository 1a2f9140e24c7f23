/** The stack in the page's corner for replies without a place of their own, and the page's one live region. */
import { LANGUAGE } from '../languages/language.ts';
import { createShadowHost, make, makeText } from './shadow.ts';

/** Screen readers need the region in the page before its text changes. */
const ANNOUNCE_AFTER = 150;

export interface Corner {
  add(host: HTMLElement): void;
  /** Says one sentence politely; a newer one replaces it when both come at once. */
  announce(text: string): void;
  /** Puts the corner back when the page wiped it; cheap. */
  keep(): void;
  remove(): void;
}

/** Touches the page only when first used. */
export function createCorner(document: Document): Corner {
  const { host, root } = createShadowHost(document);
  const stack = make(document, 'div', 'stack');
  const region = makeText(document, 'div', 'unseen');
  let timer: ReturnType<typeof setTimeout> | null = null;
  let used = false;
  region.role = 'status';
  region.ariaLive = 'polite';
  region.lang = LANGUAGE;
  root.append(stack, region);

  function keep(): void {
    // Beside the body, not in it: frameworks own the body, and a transformed body would carry the stack along.
    if (used && !host.isConnected) document.documentElement.append(host);
  }

  return {
    add(badge) {
      used = true;
      keep();
      stack.append(badge);
    },
    announce(text) {
      if (text === '') return;
      used = true;
      keep();
      region.textContent = '';
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(() => {
        region.textContent = text;
      }, ANNOUNCE_AFTER);
    },
    keep,
    remove() {
      if (timer !== null) clearTimeout(timer);
      host.remove();
    },
  };
}
