// Rules: what a person or a pack adds to the markers. Patterns without regular expressions, run line by line.

/**
 * A rule says which lines of a reply are progress that an agent wrote into its text. Patterns are literal text with
 * placeholders in braces, such as `[Calling tool: {tool}]`: no regular expression, so that no rule can be slow.
 */

/** What a line that a rule takes out tells of a tool. */
export const TELLS = ['start', 'end', 'nothing'] as const;
export type Tells = (typeof TELLS)[number];

interface RuleBase {
  /** Unique in its pack; same form as the id of a pack. */
  readonly id: string;
  /**
   * A whole line, without blanks around it: literal text, and placeholders that stand for one or more characters.
   * `{tool}`, `{label}` and `{emoji}` name what the badge shows, any other word in braces is only skipped; `{{` is a brace.
   */
  readonly pattern: string;
  readonly tells: Tells;
  /** Texts in which it takes something out, and texts that it leaves alone; at least one of each. */
  readonly matches: readonly string[];
  readonly keeps: readonly string[];
}

/** Takes out a single line. */
export interface LineRule extends RuleBase {
  readonly kind: 'line';
}

/** Takes out all lines from one that fits `pattern` up to one that fits `until`; nothing where that never comes. */
export interface BlockRule extends RuleBase {
  readonly kind: 'block';
  readonly until: string;
}

export type Rule = LineRule | BlockRule;

/** Rules for one agent. */
export interface RulePack {
  /** See `isPackId`; those that a person made or imported begin with `my-`. */
  readonly id: string;
  /** The agent's name. */
  readonly name: string;
  /** Where the format is documented or was seen: an address, or '' for a person's own. */
  readonly source: string;
  readonly rules: readonly Rule[];
}

/** What the engine needs of a rule: `id` is `<pack>/<rule>`. */
export type ActiveRule =
  | Pick<LineRule, 'id' | 'kind' | 'pattern' | 'tells'>
  | Pick<BlockRule, 'id' | 'kind' | 'pattern' | 'tells' | 'until'>;
