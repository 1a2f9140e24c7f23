import { isObject } from '../normalizer/json/json-edit.ts';
import { checkRule, type RuleProblem } from '../normalizer/rules/check-rule.ts';
import { compileRule } from '../normalizer/rules/compile-rules.ts';
import { TELLS, type Rule, type RulePack } from '../normalizer/rules/rule.ts';
import { isPackId } from '../normalizer/rules/pack-id.ts';

/** Why something is not a rule pack. */
export type PackProblem =
  | 'no-pack'
  | 'bad-id'
  | 'no-name'
  | 'too-long'
  | 'too-many-rules'
  | 'no-rule'
  | 'same-rule-twice'
  | RuleProblem;

/** What is wrong with a pack; `rule` is the index of the rule at fault. */
export interface WrongPack {
  readonly problem: PackProblem;
  readonly rule?: number;
}

/** Most rules of one pack, most examples of each kind for one rule, and longest text, in UTF-16 units. */
export const MAX_RULES = 50;
export const MAX_EXAMPLES = 50;
export const MAX_TEXT = 2000;
/** Most packs of a person, in the storage and in a file; more are left out. */
export const MAX_PACKS = 50;

/**
 * Validates one rule pack from a file or a message.
 * @param value of unknown shape and origin
 * @returns a new object with known fields only, or the first thing that is wrong
 */
export function readPack(value: unknown): RulePack | WrongPack {
  return readPackBy(value, checkRule);
}

/**
 * Does the same for the storage, without trying the examples again: they passed when the pack was saved, and a pack
 * must not disappear because a later version judges one of them differently.
 */
export function readStoredPack(value: unknown): RulePack | WrongPack {
  return readPackBy(value, shapeProblem);
}

type RuleCheck = (rule: Rule) => RuleProblem | null;

function readPackBy(value: unknown, check: RuleCheck): RulePack | WrongPack {
  if (!isObject(value) || !Array.isArray(value.rules)) return { problem: 'no-pack' };
  const { id, name, source } = value;
  if (!isPackId(id)) return { problem: 'bad-id' };
  if (typeof name !== 'string' || typeof source !== 'string') return { problem: 'no-pack' };
  if (name.trim() === '') return { problem: 'no-name' };
  if (!isText(name) || !isText(source)) return { problem: 'too-long' };
  if (value.rules.length > MAX_RULES) return { problem: 'too-many-rules' };
  const rules: Rule[] = [];
  for (const [i, entry] of value.rules.entries()) {
    const rule = readRule(entry, check);
    if (typeof rule === 'string') return { problem: rule, rule: i };
    if (rules.some((other) => other.id === rule.id)) return { problem: 'same-rule-twice', rule: i };
    rules.push(rule);
  }
  return { id, name, source, rules };
}

/**
 * Validates a list of rule packs from a file or a message.
 * @param onProblem called with the id, or the index, of each pack that was left out
 * @returns at most `most` packs, the first of those with the same id; none if it is not a list
 */
export function readPacks(value: unknown, most: number, onProblem?: (id: string) => void): readonly RulePack[] {
  return readPacksBy(value, most, readPack, onProblem);
}

/** Does the same for the storage: see `readStoredPack`. */
export function readStoredPacks(value: unknown): readonly RulePack[] {
  return readPacksBy(value, MAX_PACKS, readStoredPack);
}

function readPacksBy(
  value: unknown,
  most: number,
  read: typeof readPack,
  onProblem?: (id: string) => void,
): readonly RulePack[] {
  if (!Array.isArray(value)) return [];
  const packs = new Map<string, RulePack>();
  for (const [i, entry] of value.entries()) {
    const pack = packs.size < most ? read(entry) : null;
    if (pack && !('problem' in pack) && !packs.has(pack.id)) packs.set(pack.id, pack);
    else onProblem?.(isObject(entry) && isPackId(entry.id) ? entry.id : String(i));
  }
  return [...packs.values()];
}

/** @returns a new, usable rule, or what is wrong */
function readRule(value: unknown, check: RuleCheck): Rule | PackProblem {
  const rule = copyRule(value);
  if (typeof rule === 'string') return rule;
  return check(rule) ?? rule;
}

function shapeProblem(rule: Rule): RuleProblem | null {
  const compiled = compileRule({ ...rule, id: `stored/${rule.id}` });
  return 'problem' in compiled ? compiled.problem : null;
}

function copyRule(value: unknown): Rule | PackProblem {
  if (!isObject(value)) return 'no-rule';
  const { id, kind, pattern, until, matches, keeps } = value;
  const tells = TELLS.find((known) => known === value.tells);
  if (typeof id !== 'string' || typeof pattern !== 'string' || !tells || !isList(matches) || !isList(keeps))
    return 'no-rule';
  if (![pattern, ...matches, ...keeps].every(isText)) return 'too-long';
  const common = { id, pattern, tells, matches: [...matches], keeps: [...keeps] };
  if (kind === 'line') return { ...common, kind };
  if (kind !== 'block' || typeof until !== 'string') return 'no-rule';
  return isText(until) ? { ...common, kind, until } : 'too-long';
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= MAX_EXAMPLES && value.every((text) => typeof text === 'string');
}

function isText(text: string): boolean {
  return text.length <= MAX_TEXT;
}
