/**
 * Limits the cost of a rule pack. Patterns are not programs, but each line of a reply is compared with every rule that
 * begins with the same character: a text crafted for that costs some 20 ms per MB and rule, whatever the kind and
 * length of the rules. So a pack may have only so many rules that begin alike, checked before it is saved.
 */
import type { RulePack } from '../normalizer/rules/rule.ts';

/** Most rules of one pack that begin with the same character: half a second per MB of a crafted text. */
export const MAX_ALIKE = 20;

/** Returns whether a pack would slow replies down: too many of its rules begin with the same character. */
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
