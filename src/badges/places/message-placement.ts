/**
 * Keeps the badges of one reply at the message of its id: through navigation, other branches, elements re-created and
 * lists that drop what is out of sight. While the page does not show the message they are nowhere, for as long as it takes.
 */
import { insertInside } from './content-place.ts';
import { MAX_WIPES } from './placement.ts';
import type { Placement } from './placement.ts';

/**
 * @param host the badges' element
 * @param options.find the element of the message; null while the page does not show it
 * @param options.sampleOf an element whose text is as large as ours should be there
 */
export function createMessagePlacement(
  host: HTMLElement,
  { find, sampleOf }: { readonly find: () => Element | null; readonly sampleOf: (reply: Element) => Element | null },
): Placement {
  let element: Element | null = null;
  /** Of this element: what the page re-creates is no wipe. */
  let wipes = 0;

  function update(): boolean {
    const found = find();
    if (found !== element) {
      element = found;
      wipes = 0;
      // Not to be seen in another message, nor to keep alive a tree that the page let go.
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
