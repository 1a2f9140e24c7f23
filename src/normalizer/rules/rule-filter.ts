import type { MarkerFilter } from '../text/marker-filter.ts';
import { createRemovedRanges } from '../text/removed-ranges.ts';
import type { CompiledRules } from './compile-rules.ts';
import {
  createRuleScan,
  decidedByRules,
  endRuleScan,
  giveUpRules,
  loseRules,
  type RuleFilterOptions,
  scanRules,
} from './rule-scan.ts';

export type { RuleFilterOptions, RuleHit } from './rule-scan.ts';

/**
 * Finds what rules remove from the text of one channel, in one linear scan. A line is held while it
 * begins like some rule, a block until its last line. Blank lines after a removal are removed too
 * if a blank line, or nothing, precedes it; text before it is never taken back. Nothing is removed
 * from code blocks. The content of a block stays if its end does not come, if it grows too long,
 * and if its first line occurs again.
 */
export function createRuleFilter(rules: CompiledRules, options: RuleFilterOptions): MarkerFilter {
  const removals = createRemovedRanges();
  const scan = createRuleScan(rules, removals, options);

  return {
    push: (text) => scanRules(scan, text),
    end: () => endRuleScan(scan),
    giveUp: () => giveUpRules(scan),
    lose: () => loseRules(scan),
    decided: () => decidedByRules(scan),
    kept: removals.kept,
    release() {},
    position: () => scan.position,
    suspects: () => decidedByRules(scan) < scan.position,
    mayCall: () => false,
    mayInject: () => false,
    removals: removals.ranges,
    removalsIn: removals.rangesIn,
    spare: removals.spare,
    forget: removals.forget,
  };
}
