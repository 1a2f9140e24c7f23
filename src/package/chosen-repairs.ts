import { ALL_REPAIRS, enabledRepairs } from '../normalizer/repairs/all-repairs.ts';

/**
 * @param each what to switch on or off; the others keep their defaults
 * @returns the ids of those that are on
 * @throws TypeError for an unknown id
 */
export function chosenRepairs(each: Readonly<Record<string, boolean>> = {}): ReadonlySet<string> {
  const unknown = Object.keys(each).find((id) => !ALL_REPAIRS.has(id));
  if (unknown !== undefined)
    throw new TypeError(`There is no repair "${unknown}". There are: ${[...ALL_REPAIRS].toSorted().join(', ')}.`);
  return enabledRepairs({ broken: true, legal: false, each });
}
