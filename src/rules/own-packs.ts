/** Rule packs that a person wrote or imported. Pure. */
import { isPackId } from '../normalizer/rules/pack-id.ts';

/** The prefix of their ids. */
const OWN = 'my-';
/** Longest part of a name that becomes part of an id, in UTF-16 units. */
const MAX_NAME = 40;

/** Returns whether `value` is the id of a person's own pack. */
export function isOwnPackId(value: unknown): value is string {
  return isPackId(value) && value.startsWith(OWN);
}

/**
 * @param present ids of the existing packs
 * @param chosen choices for all sites and for each one
 * @returns ids that no new pack may have: choices outlive their pack, so a new pack with its id would be on at once
 */
export function takenIds(
  present: readonly string[],
  chosen: readonly { readonly packs?: Readonly<Record<string, boolean>>; readonly [other: string]: unknown }[],
): ReadonlySet<string> {
  return new Set([...present, ...chosen.flatMap(({ packs = {} }) => Object.keys(packs))]);
}

/**
 * @param name of the pack, in any script
 * @param taken ids that it may not have
 * @returns a unique id, derived from the name as far as that has Latin letters and digits
 */
export function ownPackId(name: string, taken: ReadonlySet<string>): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? '';
  const stem = OWN + (words.slice(0, MAX_NAME).replace(/-$/, '').replace(/^my-/, '') || 'pack');
  let id = stem;
  for (let number = 2; taken.has(id); number++) id = `${stem}-${number}`;
  return id;
}
