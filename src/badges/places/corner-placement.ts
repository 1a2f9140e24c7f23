/** Keeps the badges of one reply in the page's corner, if that was chosen. */
import type { Corner } from './corner.ts';
import { cornerPlace, pathOf } from './placement.ts';
import type { Placement } from './placement.ts';

/**
 * @param host the badges' element
 * @param options.find the element of the reply, or null; called so that another place knows it when it is chosen
 * @param options.named the element is found by an id. At first it is missing, and at another address than where it was
 * last seen the page shows another chat; then the badges are hidden
 */
export function createCornerPlacement(
  host: HTMLElement,
  { corner, find, named }: { readonly corner: Corner; readonly find: () => Element | null; readonly named: boolean },
): Placement {
  /** The address at which the reply was last seen; null before. */
  let address: string | null = null;
  let over = false;
  let isPlaced = false;

  function update(): boolean {
    const before = isPlaced;
    isPlaced = belongs();
    if (!isPlaced) host.remove();
    else if (!before) corner.add(host);
    return isPlaced && !before;
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
    place: () => (isPlaced ? cornerPlace(host) : null),
    due: () => null,
  };
}
