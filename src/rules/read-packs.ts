import { isObject } from '../normalizer/json-text.ts';
import { TELLS, type Rule, type RulePack } from '../normalizer/rules/rule.ts';
import { isPackId } from './pack-id.ts';

/** Why something is no rule pack. */
export type PackProblem = 'no-pack';

/** Most rules of one pack, and longest text in it, in UTF-16 units. */
const MAX_RULES = 50;
const MAX_TEXT = 2000;

/**
 * Validates one rule pack from a file, a message or the storage.
 * @param value of unknown shape and origin
 * @returns a fresh object with what is known only, or what is wrong with it
 */
export function readPack(value: unknown): RulePack | { readonly problem: PackProblem } {
  if (!isObject(value) || !isPackId(value.id) || !isText(value.name) || !isText(value.source)) return { problem: 'no-pack' };
  if (!Array.isArray(value.rules) || value.rules.length > MAX_RULES) return { problem: 'no-pack' };
  const rules = value.rules.map(readRule).filter((rule) => rule !== null);
  if (rules.length < value.rules.length) return { problem: 'no-pack' };
  return { id: value.id, name: value.name, source: value.source, rules };
}

/**
 * The same for a list.
 * @param onProblem told the id, or the place in the list, of each that was left out
 * @returns at most `most` packs, the first of those with the same id; none for what is no list
 */
export function readPacks(value: unknown, most: number, onProblem?: (id: string) => void): readonly RulePack[] {
  if (!Array.isArray(value)) return [];
  const packs = new Map<string, RulePack>();
  for (const [i, entry] of value.entries()) {
    const pack = packs.size < most ? readPack(entry) : null;
    if (pack && !('problem' in pack) && !packs.has(pack.id)) packs.set(pack.id, pack);
    else onProblem?.(isObject(entry) && isPackId(entry.id) ? entry.id : String(i));
  }
  return [...packs.values()];
}

function readRule(value: unknown): Rule | null {
  if (!isObject(value) || !isPackId(value.id) || !isText(value.pattern)) return null;
  const tells = TELLS.find((known) => known === value.tells);
  const { id, pattern, matches, keeps } = value;
  if (!tells || !isTexts(matches) || !isTexts(keeps)) return null;
  const common = { id, pattern, tells, matches: [...matches], keeps: [...keeps] };
  if (value.kind === 'line') return { ...common, kind: 'line' };
  return value.kind === 'block' && isText(value.until) ? { ...common, kind: 'block', until: value.until } : null;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= MAX_RULES && value.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT;
}
