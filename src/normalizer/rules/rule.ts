// Rules: what a person or a pack adds to the markers. Patterns without regular expressions, run
// line by line.

/**
 * A rule describes lines of a reply with which an agent writes its progress into the text. Patterns
 * are literal text with placeholders in braces, such as `[Calling tool: {tool}]`: no regular
 * expressions, so that no rule can be slow.
 */

/** Longest id of a rule pack, in UTF-16 units. */
const MAX_ID = 60;

/**
 * Returns whether `value` is the id of a rule pack: words of lower-case letters and digits, joined
 * by hyphens; a user's own begin with `my-`.
 */
export function isPackId(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= MAX_ID && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value)
  );
}

/** What a removed line says about a tool. */
export const TELLS = ['start', 'end', 'nothing'] as const;
export type Tells = (typeof TELLS)[number];

interface RuleBase {
  /** Unique in its pack; same syntax as the id of a pack. */
  readonly id: string;
  /**
   * Matches a whole line, without blanks around it: literal text, and placeholders for one or more
   * characters. `{tool}`, `{label}` and `{emoji}` name what the badge shows; any other word in
   * braces is skipped; `{{` is a brace.
   */
  readonly pattern: string;
  readonly tells: Tells;
}

/** Removes a single line. */
export interface LineRule extends RuleBase {
  readonly kind: 'line';
}

/**
 * Removes all lines from one that matches `pattern` to one that matches `until`; nothing if that
 * never comes.
 */
export interface BlockRule extends RuleBase {
  readonly kind: 'block';
  readonly until: string;
}

export type Rule = LineRule | BlockRule;

/** Rules for one agent. */
export interface RulePack {
  /** See `isPackId`; those that a person wrote or imported begin with `my-`. */
  readonly id: string;
  /** The agent's name. */
  readonly name: string;
  /** Where the format is documented or was seen: a URL, or '' for a person's own. */
  readonly source: string;
  readonly rules: readonly Rule[];
}

/** What the engine needs of a rule: `id` is `<pack>/<rule>`. */
export type ActiveRule =
  | Pick<LineRule, 'id' | 'kind' | 'pattern' | 'tells'>
  | Pick<BlockRule, 'id' | 'kind' | 'pattern' | 'tells' | 'until'>;
