import { ALL_PACKS } from './all-packs.ts';
import { costsTooMuch } from './pack-cost.ts';
import type { ActiveRule, RulePack } from '../normalizer/rules/rule.ts';

/**
 * @param on which packs are on, by id; all others are off
 * @param own the person's own packs; one with the id of a built-in pack, or that costs too much, is ignored
 * @returns the rules of the packs that are on, as the page's hook needs them, the built-in ones first
 */
export function activeRules(on: Readonly<Record<string, boolean>>, own: readonly RulePack[]): readonly ActiveRule[] {
  const builtIn = new Set(ALL_PACKS.map(({ id }) => id));
  const packs = [...ALL_PACKS, ...own.filter((pack) => !builtIn.has(pack.id) && !costsTooMuch(pack))];
  return packs
    .filter(({ id }) => Object.hasOwn(on, id) && on[id] === true)
    .flatMap(({ id, rules }) => rules.map((rule) => toActive(`${id}/${rule.id}`, rule)));
}

function toActive(id: string, rule: RulePack['rules'][number]): ActiveRule {
  const { pattern, tells } = rule;
  return rule.kind === 'line'
    ? { id, kind: 'line', pattern, tells }
    : { id, kind: 'block', pattern, until: rule.until, tells };
}
