/**
 * Keeps the badges of one reply at the message with its id: through navigation, other branches, re-created elements and
 * lists that drop what is out of sight. While the page does not show the message they are nowhere, for as long as it
 * takes.
 */
import { insertInside } from './content-place.ts';
import { MAX_WIPES } from './placement.ts';
import type { Placement } from './placement.ts';

/**
 * @param host the badges' element
 * @param options.find the element of the message; null while the page does not show it
 * @param options.sampleOf an element whose font size ours should match there
 */
export function createMessagePlacement(
  host: HTMLElement,
  { find, sampleOf }: { readonly find: () => Element | null; readonly sampleOf: (reply: Element) => Element | null },
): Placement {
  let element: Element | null = null;
  /** Removals from this element; re-creating the element does not count as one. */
  let wipes = 0;

  function update(): boolean {
    const found = find();
    if (found !== element) {
      element = found;
      wipes = 0;
      // It must not appear in another message, nor keep a tree alive that the page has dropped.
      host.remove();
    } else if (!found || isBeside(found)) {
      return false;
    } else {
      wipes += 1;
    }
    return found !== null && put(found);
  }

  function isBeside(found: Element): boolean {
    return found.contains(host) || (host.parentNode !== null && host.parentNode === found.parentNode);
  }

  function put(found: Element): boolean {
    if (wipes >= 2 * MAX_WIPES) return false;
    if (wipes >= MAX_WIPES || !insertInside(found, host)) found.before(host);
    return true;
  }

  return {
    update,
    end() {},
    place() {
      const around = host.parentElement;
      return element && around ? { element: around, corner: false, sample: sampleOf(element) } : null;
    },
    due: () => null,
  };
}
