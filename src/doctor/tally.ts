import { excerptOf, MAX_NAME } from './excerpt.ts';

/** How often each of some names was met. */
export interface Counted {
  readonly name: string;
  readonly count: number;
}

/** Counts names that come from a stream. */
export interface Tally {
  add(name: string): void;
  /** @returns the names that were met first, in that order; what came under further ones is left out */
  counts(): readonly Counted[];
}

/** Different names that are kept. */
export const MAX_NAMES = 20;

/** @param max units of a name that are kept */
export function createTally(max = MAX_NAME): Tally {
  const counts = new Map<string, number>();
  return {
    add(name) {
      const short = excerptOf(name, max);
      const count = counts.get(short);
      if (count !== undefined || counts.size < MAX_NAMES) counts.set(short, (count ?? 0) + 1);
    },
    counts: () => [...counts].map(([name, count]) => ({ name, count })),
  };
}
