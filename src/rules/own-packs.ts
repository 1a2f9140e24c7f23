/** Rule packs of a person: one for each rule that was saved. Pure. */
import { isPackId } from '../normalizer/rules/rule.ts';

/** The prefix of their ids. */
const OWN = 'my-';

/** Returns whether `value` is the id of a person's own pack. */
export function isOwnPackId(value: unknown): value is string {
  return isPackId(value) && value.startsWith(OWN);
}

/**
 * @returns an id that no pack ever had: choices outlive their pack, so one with its id would be on
 * at once
 */
export function newPackId(): string {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return `${OWN}rule-${number}`;
}
