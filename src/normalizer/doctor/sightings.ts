/** How often something was seen, and where first. */
export interface Sighting {
  readonly count: number;
  /** Number of the frame, from 0 on; the number of frames for the end of the stream. */
  readonly first: number;
}

/** Counts what is found while frames are fed one after the other. */
export interface Sightings {
  /** What is added now belongs to this frame. */
  at(frame: number): void;
  add(id: string): void;
  get(id: string): Sighting | undefined;
}

export function createSightings(): Sightings {
  const seen = new Map<string, Sighting>();
  let current = 0;
  return {
    at(frame) {
      current = frame;
    },
    add(id) {
      const { count, first } = seen.get(id) ?? { count: 0, first: current };
      seen.set(id, { count: count + 1, first });
    },
    get: (id) => seen.get(id),
  };
}
