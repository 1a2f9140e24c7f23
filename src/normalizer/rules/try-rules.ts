import { compileRules } from './compile-rules.ts';
import { createRuleFilter } from './rule-filter.ts';
import type { ActiveRule } from './rule.ts';

/** What a rule takes out of a text, as [from, to), in UTF-16 units. */
export interface RuleCut {
  readonly from: number;
  readonly to: number;
  /** `<pack>/<rule>`. */
  readonly rule: string;
}

/**
 * Shows what rules do to a text, as they would in a stream.
 * @param text the whole text of a reply
 * @param rules one that does not pass the check does nothing
 * @returns what goes, in order; blank lines that go with a line are part of it
 */
export function tryRules(text: string, rules: readonly ActiveRule[]): readonly RuleCut[] {
  const compiled = compileRules(rules);
  if (!compiled) return [];
  const hits: string[] = [];
  const filter = createRuleFilter(compiled, { onRule: ({ rule }) => void hits.push(rule) });
  filter.push(text);
  filter.end();
  return filter.removals().map(([from, to], i) => ({ from, to, rule: hits[i] ?? '' }));
}
