/**
 * What a rule pack may cost. Patterns are no programs, but each line of a reply is compared with every rule that begins
 * as it does: a text made for it costs some 20 ms for each MB and rule, whatever the kind and length of the rules. So it
 * is bounded how many rules of a pack begin alike, before the pack is saved.
 */
import type { RulePack } from '../normalizer/rules/rule.ts';

/** Most rules of one pack that begin with the same character: half a second for each MB of a text made for them. */
export const MAX_ALIKE = 20;

/** Whether a pack would slow replies down: too many of its rules begin with the same character. */
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
