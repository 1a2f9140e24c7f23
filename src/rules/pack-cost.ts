/**
 * Limits the cost of a rule pack. Patterns are not programs, but each line of a reply is compared
 * with every rule that begins with the same character: a text crafted for that costs some 20 ms per
 * MB and rule, whatever the kind and length of the rules. So only so many rules that begin alike
 * may be on, in all of a person's packs together, checked before they are saved.
 */
import type { RulePack } from '../normalizer/rules/rule.ts';

/** Most rules that begin with the same character: half a second per MB of a crafted text. */
export const MAX_ALIKE = 20;

/**
 * Returns whether these rules would slow replies down: too many of them begin with the same
 * character.
 */
export function costsTooMuch({ rules }: Pick<RulePack, 'rules'>): boolean {
  const alike = new Map<number | undefined, number>();
  for (const { pattern } of rules) {
    const first = pattern.trimStart().codePointAt(0);
    const count = (alike.get(first) ?? 0) + 1;
    if (count > MAX_ALIKE) return true;
    alike.set(first, count);
  }
  return false;
}

/**
 * @param packs in the order in which they count
 * @returns those that can be on together: each that costs too much beside those before it is left
 * out
 */
export function affordable<Pack extends Pick<RulePack, 'rules'>>(
  packs: readonly Pack[],
): readonly Pack[] {
  let rules: RulePack['rules'] = [];
  return packs.filter((pack) => {
    const together = [...rules, ...pack.rules];
    if (costsTooMuch({ rules: together })) return false;
    rules = together;
    return true;
  });
}
