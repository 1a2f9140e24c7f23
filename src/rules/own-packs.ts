/** Rule packs that a person made or imported. Pure. */
import type { Choices } from '../settings/settings.ts';
import { isPackId } from '../normalizer/rules/pack-id.ts';

/** What their ids begin with. */
const OWN = 'my-';
/** Longest part of a name that becomes part of an id, in UTF-16 units. */
const MAX_NAME = 40;

/** Whether `value` is the id of a pack of one's own. */
export function isOwnPackId(value: unknown): value is string {
  return isPackId(value) && value.startsWith(OWN);
}

/**
 * @param present ids of the packs that are there
 * @param chosen for all sites and for each one
 * @returns ids that no new pack may have: a choice outlives its pack, and a new one by its id would be on at once
 */
export function takenIds(present: readonly string[], chosen: readonly Choices[]): ReadonlySet<string> {
  return new Set([...present, ...chosen.flatMap(({ packs = {} }) => Object.keys(packs))]);
}

/**
 * @param name of the pack, in any script
 * @param taken ids that it may not have
 * @returns an id of its own that tells of the name where that has letters of the Latin alphabet
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
