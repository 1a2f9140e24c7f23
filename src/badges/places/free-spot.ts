/** Finds room over a page beside everything that people type into or press. Pure. */

/** Edges in CSS pixels, from the upper left of the window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Spot {
  readonly side: 'left' | 'right';
  /** Distance from the lower edge of the window. */
  readonly bottom: number;
}

/** Distance from the edges of the window. */
export const MARGIN = 16;
/** The default place: above the input and its button, which nearly every chat has at the lower edge. */
export const USUAL: Spot = { side: 'right', bottom: 96 };
/** Distance between us and what must not be covered. */
const GAP = 8;
/** More obstacles than any window shows at once. */
const MAX_OBSTACLES = 300;

/**
 * @param size of what is to be placed
 * @param obstacles in any order
 * @returns the default place or the nearest one above it, then the same on the other side, then below; null for none
 */
export function freeSpot(
  size: { readonly width: number; readonly height: number },
  obstacles: readonly Box[],
  view: { readonly width: number; readonly height: number },
): Spot | null {
  const near = obstacles.slice(0, MAX_OBSTACLES);
  for (const from of [USUAL.bottom, MARGIN]) {
    for (const side of ['right', 'left'] as const) {
      const left = side === 'right' ? view.width - MARGIN - size.width : MARGIN;
      const inWay = near.filter((box) => box.right > left - GAP && box.left < left + size.width + GAP);
      const bottoms = [from, ...inWay.map(({ top }) => view.height - top + GAP)]
        .filter((bottom) => bottom >= from)
        .toSorted((a, b) => a - b);
      for (const bottom of bottoms) {
        const lower = view.height - bottom;
        const upper = lower - size.height;
        if (upper < MARGIN) break;
        if (inWay.every((box) => box.top >= lower + GAP || box.bottom <= upper - GAP)) return { side, bottom };
      }
    }
  }
  return null;
}
