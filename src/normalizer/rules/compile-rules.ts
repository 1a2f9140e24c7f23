import { literalText, readPattern, type Pattern } from './pattern.ts';
import { isPackId, type ActiveRule, type Tells } from './rule.ts';

/** A rule as the filter needs it. */
export interface CompiledRule {
  /** `<pack>/<rule>`. */
  readonly id: string;
  readonly tells: Tells;
  readonly pattern: Pattern;
  /** What the last line of a block matches; null for a rule that removes a single line. */
  readonly until: Pattern | null;
}

/**
 * The rules that are on. Plain data: compiled in the extension's own world, where no page can have
 * replaced methods, and passed to the page's world as they are.
 */
export interface CompiledRules {
  readonly rules: readonly CompiledRule[];
  /**
   * The rules for Open WebUI's blocks only, or null: a history keeps such blocks apart from its
   * text.
   */
  readonly forBlocks: CompiledRules | null;
}

/**
 * How much literal text a pattern needs, in characters other than blanks: at its beginning, so that
 * ordinary lines are not held, and in total.
 */
const MIN_HEAD = 2;
const MIN_TEXT = 4;

/**
 * @param rules those that are on; one that `compileRule` rejects is left out
 * @returns null if none is left
 */
export function compileRules(rules: readonly ActiveRule[]): CompiledRules | null {
  const compiled = rules.map(compileRule).filter((rule) => rule !== null);
  const forBlocks = compiled.filter(({ pattern }) => pattern.head.startsWith('<details'));
  if (compiled.length === 0) return null;
  return {
    rules: compiled,
    forBlocks: forBlocks.length > 0 ? { rules: forBlocks, forBlocks: null } : null,
  };
}

/**
 * @returns null if its id is invalid, if a pattern is none, or if its pattern begins with a
 * placeholder or has too little literal text
 */
export function compileRule(rule: ActiveRule): CompiledRule | null {
  const [pack = '', name, ...more] = rule.id.split('/');
  if (!isPackId(pack) || !isPackId(name) || more.length > 0) return null;
  const pattern = readPattern(rule.pattern);
  if (
    !pattern ||
    textLength(pattern.head) < MIN_HEAD ||
    textLength(literalText(pattern)) < MIN_TEXT
  )
    return null;
  if (rule.kind === 'line') return { id: rule.id, tells: rule.tells, pattern, until: null };
  const until = readPattern(rule.until);
  return until && { id: rule.id, tells: rule.tells, pattern, until };
}

/** @returns the number of characters other than blanks */
function textLength(text: string): number {
  return [...text.replace(/\s/g, '')].length;
}
