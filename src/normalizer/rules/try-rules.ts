import { compileRules } from './compile-rules.ts';
import { createRuleFilter } from './rule-filter.ts';
import type { ActiveRule } from './rule.ts';

/** What a rule removes from a text, as [from, to), in UTF-16 units. */
export interface RuleCut {
  readonly from: number;
  readonly to: number;
  /** `<pack>/<rule>`. */
  readonly rule: string;
}

/**
 * Shows what rules do to a text, as they would in a stream.
 * @param text the whole text of a reply
 * @param rules invalid ones do nothing
 * @returns the removals, in order, including blank lines removed with a line
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
