import { ALL_REPAIRS, DEFAULT_REPAIRS } from '../normalizer/repairs/all-repairs.ts';

/**
 * @param repairs switches by id; repairs without one keep their defaults
 * @returns the ids of those that are on
 * @throws TypeError for an unknown id
 */
export function chosenRepairs(repairs: Readonly<Record<string, boolean>> = {}): ReadonlySet<string> {
  const unknown = Object.keys(repairs).find((id) => !ALL_REPAIRS.has(id));
  if (unknown !== undefined)
    throw new TypeError(`There is no repair "${unknown}". There are: ${[...ALL_REPAIRS].toSorted().join(', ')}.`);
  return new Set([...ALL_REPAIRS].filter((id) => repairs[id] ?? DEFAULT_REPAIRS.has(id)));
}
