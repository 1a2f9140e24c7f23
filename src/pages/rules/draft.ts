/** A rule while somebody writes it. Pure. */
import { checkRule, type RuleProblem } from '../../normalizer/rules/check-rule.ts';
import type { Rule, RulePack, Tells } from '../../normalizer/rules/rule.ts';
import { isOwnPackId, ownPackId } from '../../rules/own-packs.ts';
import { costsTooMuch } from '../../rules/pack-cost.ts';
import { MAX_EXAMPLES } from '../../rules/read-packs.ts';

export interface Draft {
  /** The pack that it belongs to; null for a new one. */
  readonly packId: string | null;
  /** The rule that it replaces; null for a new one. */
  readonly ruleId: string | null;
  readonly packName: string;
  readonly kind: Rule['kind'];
  readonly pattern: string;
  readonly until: string;
  readonly tells: Tells;
  readonly matches: readonly string[];
  readonly keeps: readonly string[];
}

/** What prevents saving: a problem of the name, or of the rule. */
export type DraftProblem = 'no-name' | 'too-many-examples' | 'too-many-alike' | RuleProblem;

export const EMPTY: Draft = {
  packId: null,
  ruleId: null,
  packName: '',
  kind: 'line',
  pattern: '',
  until: '',
  tells: 'start',
  matches: [],
  keeps: [],
};

/** Where each problem is shown. */
export type Field = 'name' | 'pattern' | 'until' | 'examples';

/** @returns a new rule for a pack, or an existing one to be changed */
export function draftOf(pack: RulePack, rule: Rule | null): Draft {
  if (!rule) return { ...EMPTY, packId: pack.id, packName: pack.name };
  const { id, kind, pattern, tells, matches, keeps } = rule;
  const until = rule.kind === 'block' ? rule.until : '';
  return { packId: pack.id, ruleId: id, packName: pack.name, kind, pattern, until, tells, matches, keeps };
}

/** @returns the rule as written so far, valid or not */
export function ruleOf(draft: Draft, id: string = draft.ruleId ?? 'rule'): Rule {
  const { kind, pattern, until, tells, matches, keeps } = draft;
  const common = { id, pattern: pattern.trim(), tells, matches, keeps };
  return kind === 'line' ? { ...common, kind } : { ...common, kind, until: until.trim() };
}

/**
 * @param packs the existing ones
 * @returns the first problem that prevents saving; null if there is none
 */
export function problemOf(draft: Draft, packs: readonly RulePack[]): DraftProblem | null {
  if (Math.max(draft.matches.length, draft.keeps.length) > MAX_EXAMPLES) return 'too-many-examples';
  const problem = checkRule(ruleOf(draft));
  // If nothing is written yet, the pattern is asked for first: everything else depends on it.
  if (problem && problem !== 'no-match-example' && problem !== 'no-keep-example') return problem;
  if (costsTooMuch(packWith(draft, packs, new Set()))) return 'too-many-alike';
  return draft.packName.trim() === '' ? 'no-name' : problem;
}

/**
 * @param taken ids that no new pack may have
 * @returns the pack with the rule in it, to be saved. The draft must have no problem
 */
export function packWith(draft: Draft, packs: readonly RulePack[], taken: ReadonlySet<string>): RulePack {
  const known = packs.find(({ id }) => id === draft.packId && isOwnPackId(id));
  const rules = known?.rules ?? [];
  const id = draft.ruleId ?? freeRuleId(rules);
  const rule = ruleOf(draft, id);
  const name = draft.packName.trim();
  const changed = rules.some((one) => one.id === id)
    ? rules.map((one) => (one.id === id ? rule : one))
    : [...rules, rule];
  return { id: known?.id ?? ownPackId(name, taken), name, source: known?.source ?? '', rules: changed };
}

/** @returns the pack without one of its rules */
export function packWithout(pack: RulePack, ruleId: string): RulePack {
  return { ...pack, rules: pack.rules.filter(({ id }) => id !== ruleId) };
}

function freeRuleId(rules: readonly Rule[]): string {
  let number = rules.length + 1;
  while (rules.some(({ id }) => id === `rule-${number}`)) number++;
  return `rule-${number}`;
}
