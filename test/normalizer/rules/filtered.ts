import { compileRules, type CompiledRules } from '../../../src/normalizer/rules/compile-rules.ts';
import { createRuleFilter, type RuleHit } from '../../../src/normalizer/rules/rule-filter.ts';
import type { MarkerFilter } from '../../../src/normalizer/text/marker-filter.ts';
import type { ActiveRule, Tells } from '../../../src/normalizer/rules/rule.ts';

export function lineRule(id: string, pattern: string, tells: Tells = 'nothing'): ActiveRule {
  return { id, kind: 'line', pattern, tells };
}

export function blockRule(
  id: string,
  pattern: string,
  until: string,
  tells: Tells = 'nothing',
): ActiveRule {
  return { id, kind: 'block', pattern, until, tells };
}

export function compiled(rules: readonly ActiveRule[]): CompiledRules {
  const made = compileRules(rules);
  if (!made) throw new Error('no rule is sound');
  return made;
}

/** What the filters of markers, of rules and of both have in common. */
type Filter = Pick<MarkerFilter, 'push' | 'end' | 'decided' | 'suspects' | 'kept' | 'forget'>;

/**
 * Passes deltas as a stream does: decided text leaves at once, and its removals are forgotten.
 *
 * @param exact it must suspect exactly what it holds
 * @returns what left
 */
export function passDeltas(filter: Filter, deltas: readonly string[], exact = false): string {
  let held = '';
  let left = 0;
  let text = '';
  const leave = (): void => {
    const count = filter.decided() - left;
    // No `expect` here, because this runs a million times.
    if (count < 0 || count > held.length)
      throw new Error(`decided ${filter.decided()}, left ${left}, held ${held.length}`);
    if (exact && filter.suspects() !== held.length > count)
      throw new Error('what is held is what it suspects');
    text += filter.kept(left, held.slice(0, count));
    held = held.slice(count);
    left += count;
    filter.forget(left);
  };
  for (const delta of deltas) {
    filter.push(delta);
    held += delta;
    leave();
  }
  filter.end();
  leave();
  if (held !== '') throw new Error(`still held: ${held}`);
  return text;
}

/** The result for a text. */
export interface Filtered {
  readonly text: string;
  readonly hits: readonly RuleHit[];
  /** How often text was reported. */
  readonly texts: number;
}

/** Runs deltas through the filter of these rules. */
export function filtered(
  deltas: readonly string[],
  rules: CompiledRules,
  midLine = false,
): Filtered {
  const hits: RuleHit[] = [];
  let texts = 0;
  const filter = createRuleFilter(rules, {
    midLine,
    onRule: (hit) => void hits.push(hit),
    onText: () => void texts++,
  });
  const text = passDeltas(filter, deltas, true);
  return { text, hits, texts };
}
