import { isObject } from '../normalizer/json/json-edit.ts';
import { compileRule } from '../normalizer/rules/compile-rules.ts';
import { isPackId, TELLS, type Rule, type RulePack } from '../normalizer/rules/rule.ts';

/** Most rules of one pack, and longest text, in UTF-16 units. */
export const MAX_RULES = 50;
const MAX_TEXT = 2000;
/** Most packs of a person, in the storage and in a file; more are left out. */
export const MAX_PACKS = 50;

/**
 * Validates one rule pack from the storage, a file or a message.
 * @param value of unknown shape and origin
 * @returns a new object with known fields only; null if anything is wrong
 */
export function readPack(value: unknown): RulePack | null {
  if (!isObject(value) || !Array.isArray(value.rules) || value.rules.length > MAX_RULES)
    return null;
  const { id, name, source } = value;
  if (!isPackId(id) || !isText(name) || name.trim() === '' || !isText(source)) return null;
  const rules = value.rules.map(readRule).filter((rule) => rule !== null);
  const ids = new Set(rules.map((rule) => rule.id));
  return ids.size === value.rules.length ? { id, name, source, rules } : null;
}

/**
 * Validates a list of rule packs.
 * @param most how many are kept
 * @param onProblem called with the id, or the index, of each pack that was left out
 * @returns the first of those with the same id; none if it is not a list
 */
export function readPacks(
  value: unknown,
  most = MAX_PACKS,
  onProblem?: (id: string) => void,
): readonly RulePack[] {
  if (!Array.isArray(value)) return [];
  const packs = new Map<string, RulePack>();
  for (const [i, entry] of value.entries()) {
    const pack = packs.size < most ? readPack(entry) : null;
    if (pack && !packs.has(pack.id)) packs.set(pack.id, pack);
    else onProblem?.(isObject(entry) && isPackId(entry.id) ? entry.id : String(i));
  }
  return [...packs.values()];
}

function readRule(value: unknown): Rule | null {
  if (!isObject(value)) return null;
  const { id, kind, pattern, until } = value;
  const tells = TELLS.find((known) => known === value.tells);
  if (typeof id !== 'string' || !isText(pattern) || !tells) return null;
  const rule = readKind({ id, pattern, tells }, kind, until);
  return rule && compileRule({ ...rule, id: `read/${id}` }) ? rule : null;
}

function readKind(common: Omit<Rule, 'kind'>, kind: unknown, until: unknown): Rule | null {
  if (kind === 'line') return { ...common, kind };
  return kind === 'block' && isText(until) ? { ...common, kind, until } : null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT;
}
