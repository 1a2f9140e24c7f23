// Cleaning: the marker filter and the rules combined, for a text that grows and for a whole one.

import {
  createMarkerFilter,
  type MarkerFilter,
  type MarkerFilterOptions,
} from '../text/marker-filter.ts';
import { keptOf, unionOf, type Range } from '../text/removed-ranges.ts';
import { MEDIA_LINES, SENT_MEDIA_LINES } from '../text/media-lines.ts';
import type { CompiledRules } from '../rules/compile-rules.ts';
import { createRuleFilter, type RuleFilterOptions } from '../rules/rule-filter.ts';

/**
 * `onText` is called only if there are rules: without them, nothing examines the text that stays.
 */
export interface TextFilterOptions extends MarkerFilterOptions, RuleFilterOptions {
  readonly rules?: CompiledRules | null;
  /** For lines that may hand over a file (media-lines.ts). Without it, all of them stay. */
  readonly media?: Pick<RuleFilterOptions, 'mayMatch' | 'put'>;
}

/**
 * Finds markers, what rules remove, and files that are handed over, in the text of one channel. If
 * only markers are wanted, this is the marker filter itself.
 */
export function createTextFilter(options: TextFilterOptions): MarkerFilter {
  const { rules, media, midLine, after, isWhole } = options;
  const markers = createMarkerFilter(options);
  const cleaned = rules ? withRules(markers, rules, options) : markers;
  if (!media) return cleaned;
  const lines = isWhole ? SENT_MEDIA_LINES : MEDIA_LINES;
  const files = createRuleFilter(lines, { ...media, midLine, after, onRule() {} });
  return combine(cleaned, files);
}

function withRules(
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

  return {
    ...combine(markers, rules),
    push(text) {
      const from = markers.position();
      markers.push(text);
      const [start, stop] = markers.removals().at(-1) ?? [0, 0];
      isMarker = start <= from && stop >= from + text.length;
      rules.push(text);
      isMarker = false;
    },
  };
}

/** Combines two filters that read the same text and do not know what the other removes. */
function combine(markers: MarkerFilter, rules: MarkerFilter): MarkerFilter {
  function each(work: (filter: MarkerFilter) => void): void {
    work(markers);
    work(rules);
  }

  function removals(): readonly Range[] {
    return unionOf(rules.removals(), markers.removals());
  }

  function removalsIn(from: number, to: number): readonly Range[] {
    return unionOf(rules.removalsIn(from, to), markers.removalsIn(from, to));
  }

  return {
    push: (text) => each((filter) => filter.push(text)),
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
