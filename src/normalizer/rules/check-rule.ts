import { compileRule, type ShapeProblem } from './compile-rules.ts';
import type { ActiveRule, Rule } from './rule.ts';
import { tryRules } from './try-rules.ts';

/** Why a rule is rejected. */
export type RuleProblem =
  | ShapeProblem
  | 'no-match-example'
  | 'no-keep-example'
  | 'match-example-stays'
  | 'keep-example-removed';

/** The id of the pack in which a rule is tried. */
const TRIED = 'tried';

/** @returns what is wrong with a rule, the most serious problem first; null for a usable rule */
export function checkRule(rule: Rule): RuleProblem | null {
  const active: ActiveRule = { ...rule, id: `${TRIED}/${rule.id}` };
  const compiled = compileRule(active);
  if ('problem' in compiled) return compiled.problem;
  const takes = (text: string): boolean => tryRules(text, [active]).length > 0;
  if (rule.matches.length === 0) return 'no-match-example';
  if (!rule.matches.every(takes)) return 'match-example-stays';
  if (rule.keeps.length === 0) return 'no-keep-example';
  return rule.keeps.some(takes) ? 'keep-example-removed' : null;
}
