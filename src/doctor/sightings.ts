/** How often something was seen, and where first. */
export interface Sighting {
  readonly count: number;
  /** Number of the frame, from 0; the number of frames for the end of the stream. */
  readonly first: number;
  /** The beginning of that frame; of the last frame for the end of the stream. */
  readonly text: string;
  /** What exactly was seen, if the words of its kind do not say so. */
  readonly words?: string;
}

/** A frame, by its number from 0, and its text or what matters of it. */
export interface Place {
  readonly frame: number;
  readonly text: string;
}

/** Counts what is found as frames arrive one after another. */
export type Sightings = ReturnType<typeof createSightings>;

/**
 * UTF-16 units of a frame that are kept: enough for an excerpt, and to find what is wrong with all
 * but the longest.
 */
const MAX_TEXT = 65_536;

export function createSightings() {
  const seen = new Map<string, Sighting>();
  let current: Place = { frame: 0, text: '' };
  return {
    /**
     * Sets the frame to which everything added from now on belongs.
     * @param text of the frame; by default that of the previous one
     */
    at(frame: number, text = current.text): void {
      current = { frame, text };
    },
    /**
     * @param words what exactly was seen; the first ones are kept
     * @param place the frame that it belongs to, if not the current one
     */
    add(id: string, words?: string, { frame, text } = current): void {
      const known = seen.get(id);
      if (known) seen.set(id, { ...known, count: known.count + 1 });
      else
        seen.set(id, {
          count: 1,
          first: frame,
          text: text.slice(0, MAX_TEXT),
          ...(words !== undefined && { words }),
        });
    },
    get: (id: string): Sighting | undefined => seen.get(id),
    /** Returns the current frame. */
    place: (): Place => current,
  };
}
