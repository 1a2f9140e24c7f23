/** Rule packs of a person: one for each rule that was saved. Pure. */
import { isPackId } from '../normalizer/rules/pack-id.ts';

/** The prefix of their ids. */
const OWN = 'my-';

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

/** @returns an id for a new pack. @param taken ids that it may not have */
export function newPackId(taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(`${OWN}rule-${number}`)) number++;
  return `${OWN}rule-${number}`;
}
