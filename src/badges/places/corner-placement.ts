/** Keeps the badges of one reply in the page's corner, where that was chosen. */
import type { Corner } from './corner.ts';
import { cornerPlace, pathOf } from './placement.ts';
import type { Placement } from './placement.ts';

/**
 * @param host the badges' element
 * @param options.find the element of the reply, or null; asked so that another place knows it when it is chosen
 * @param options.named the element is found by an id: without it at first, and at another address than it was seen at
 *   last, another chat is shown, and there is nothing to be seen of this one
 */
export function createCornerPlacement(
  host: HTMLElement,
  { corner, find, named }: { readonly corner: Corner; readonly find: () => Element | null; readonly named: boolean },
): Placement {
  /** Where the reply was seen last; null before. */
  let address: string | null = null;
  let over = false;
  let stands = false;

  function update(): boolean {
    const before = stands;
    stands = belongs();
    if (!stands) host.remove();
    else if (!before) corner.add(host);
    return stands && !before;
  }

  function belongs(): boolean {
    if (!named) {
      if (!over) find();
      return true;
    }
    if (find()) address = pathOf(host);
    return address === pathOf(host);
  }

  return {
    update,
    end(at) {
      over = at !== null;
    },
    place: () => (stands ? cornerPlace(host) : null),
    due: () => null,
  };
}
