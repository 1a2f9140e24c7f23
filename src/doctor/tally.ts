import { excerptOf, MAX_NAME } from './excerpt.ts';

/** How often a name occurred. */
export interface Counted {
  readonly name: string;
  readonly count: number;
}

/** Most different names that are kept. */
export const MAX_NAMES = 20;

/**
 * Counts names that come from a stream.
 * @param max UTF-16 units of a name that are kept
 */
export function createTally(max = MAX_NAME) {
  const counts = new Map<string, number>();
  return {
    add(name: string): void {
      const short = excerptOf(name, max);
      const count = counts.get(short);
      if (count !== undefined || counts.size < MAX_NAMES) counts.set(short, (count ?? 0) + 1);
    },
    /** @returns the first names that occurred, in that order; further ones are left out */
    counts: (): readonly Counted[] => [...counts].map(([name, count]) => ({ name, count })),
  };
}
