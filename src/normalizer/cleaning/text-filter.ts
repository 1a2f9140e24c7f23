// Cleaning: the marker filter and the rules combined, for a text that grows and for a whole one.

import {
  createMarkerFilter,
  type MarkerFilter,
  type MarkerFilterOptions,
} from '../text/marker-filter.ts';
import { keptOf, unionOf, type Range } from '../text/removed-ranges.ts';
import type { CompiledRules } from '../rules/compile-rules.ts';
import { createRuleFilter, type RuleFilterOptions } from '../rules/rule-filter.ts';

/** `onText` is called only if there are rules: without them, nothing examines the text that stays. */
export interface TextFilterOptions extends MarkerFilterOptions, RuleFilterOptions {
  readonly rules?: CompiledRules | null;
}

/** Finds markers, and what rules remove, in the text of one channel. Without rules this is the marker filter itself. */
export function createTextFilter(options: TextFilterOptions): MarkerFilter {
  const markers = createMarkerFilter(options);
  return options.rules ? combine(markers, options.rules, options) : markers;
}

/** Combines two filters that read the same text and do not know what the other removes. */
function combine(
  markers: MarkerFilter,
  compiled: CompiledRules,
  options: RuleFilterOptions,
): MarkerFilter {
  /** What the rules are reading is removed as a marker; they take it for text. */
  let isMarker = false;
  const rules = createRuleFilter(compiled, {
    ...options,
    onText() {
      if (!isMarker) options.onText?.();
    },
  });

  function each(work: (filter: MarkerFilter) => void): void {
    work(markers);
    work(rules);
  }

  function push(text: string): void {
    const from = markers.position();
    markers.push(text);
    const [start, stop] = markers.removals().at(-1) ?? [0, 0];
    isMarker = start <= from && stop >= from + text.length;
    rules.push(text);
    isMarker = false;
  }

  function removals(): readonly Range[] {
    return unionOf(rules.removals(), markers.removals());
  }

  function removalsIn(from: number, to: number): readonly Range[] {
    return unionOf(rules.removalsIn(from, to), markers.removalsIn(from, to));
  }

  return {
    push,
    end: () => each((filter) => filter.end()),
    release: () => each((filter) => filter.release()),
    giveUp: () => each((filter) => filter.giveUp()),
    lose: () => each((filter) => filter.lose()),
    position: markers.position,
    decided: () => Math.min(rules.decided(), markers.decided()),
    suspects: () => rules.suspects() || markers.suspects(),
    mayCall: markers.mayCall,
    mayInject: markers.mayInject,
    kept: (from, text) => keptOf(removalsIn(from, from + text.length), from, text),
    removals,
    removalsIn,
    spare: (from, to) => each((filter) => filter.spare(from, to)),
    forget: (before) => unionOf(rules.forget(before), markers.forget(before)),
  };
}
