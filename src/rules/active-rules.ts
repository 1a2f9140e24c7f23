import { ALL_PACKS } from './all-packs.ts';
import { affordable } from './pack-cost.ts';
import type { ActiveRule, RulePack } from '../normalizer/rules/rule.ts';

/**
 * @param on which packs are on, by id; all others are off
 * @param own the person's own packs; one with the id of a built-in pack, or that costs too much
 * beside those before it, is ignored
 * @returns the rules of the packs that are on, as the page's hook needs them, the built-in ones
 * first
 */
export function activeRules(
  on: Readonly<Record<string, boolean>>,
  own: readonly RulePack[],
): readonly ActiveRule[] {
  const builtIn = new Set(ALL_PACKS.map(({ id }) => id));
  const isOn = ({ id }: RulePack): boolean => Object.hasOwn(on, id) && on[id] === true;
  const others = own.filter((pack) => isOn(pack) && !builtIn.has(pack.id));
  return [...ALL_PACKS.filter(isOn), ...affordable(others)].flatMap(rulesOf);
}

/** @returns the rules of a pack, as the engine needs them */
export function rulesOf({
  id: pack,
  rules,
}: Pick<RulePack, 'id' | 'rules'>): readonly ActiveRule[] {
  return rules.map((rule) => {
    const { kind, pattern, tells } = rule;
    const id = `${pack}/${rule.id}`;
    return kind === 'line'
      ? { id, kind, pattern, tells }
      : { id, kind, pattern, until: rule.until, tells };
  });
}
