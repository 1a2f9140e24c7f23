import type { Range } from '../text/removed-ranges.ts';
import { compileRules } from './compile-rules.ts';
import { createRuleFilter } from './rule-filter.ts';
import type { ActiveRule } from './rule.ts';

/**
 * Shows what rules do to a text, as they would in a stream.
 * @param text the whole text of a reply
 * @param rules invalid ones do nothing
 * @returns the removed ranges, in order, including blank lines removed with a line
 */
export function tryRules(text: string, rules: readonly ActiveRule[]): readonly Range[] {
  const compiled = compileRules(rules);
  if (!compiled) return [];
  const filter = createRuleFilter(compiled, { onRule() {} });
  filter.push(text);
  filter.end();
  return filter.removals();
}
