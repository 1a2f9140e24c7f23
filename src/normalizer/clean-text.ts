import type { FoundMarker } from './marker-filter.ts';
import type { CompiledRules } from './rules/compile-rules.ts';
import { createRuleFilter, type RuleHit } from './rules/rule-filter.ts';
import { createRuleWatch } from './rules/rule-watch.ts';
import { createTextFilter, type TextFilterOptions } from './text-filter.ts';

/** A text without its markers, and without what rules take out. */
export interface CleanedText {
  /** The very same string when there was nothing to take out. */
  readonly text: string;
  readonly markers: readonly FoundMarker[];
  readonly hits: readonly RuleHit[];
}

/** Rules for a text besides that for markers. */
export interface CleanTextOptions {
  readonly rules?: CompiledRules | null;
  /** Markers stay. */
  readonly onlyRules?: boolean;
  /** Told of each rule pack that is too slow for the text. */
  onSlowRules?(pack: string): void;
}

/**
 * Takes markers out of a whole text by the line rule, and what the rules say.
 * @param text the whole text of one message or content part
 * @returns what stays, as it stood: line feeds that surrounded a marker are neither collapsed nor trimmed
 */
export function cleanText(text: string, options: CleanTextOptions = {}): CleanedText {
  const { pieces, ...found } = split(text, options);
  return { text: pieces.length === 1 ? text : pieces.join(''), ...found };
}

/**
 * The same for history and display: line feeds that a marker leaves behind are collapsed to one blank line, and to
 * nothing at the start and the end of the text. What the model wrote elsewhere, blank lines in code included, stays.
 */
export function cleanStoredText(text: string, options: CleanTextOptions = {}): CleanedText {
  const { pieces, ...found } = split(text, options);
  if (pieces.length === 1) return { text, ...found };
  let [result = ''] = pieces;
  for (const piece of pieces.slice(1)) {
    // Nothing but blank lines between two markers: they count with those behind.
    if (piece.trim() === '') result += piece.replace(/[^\n]+/g, '');
    else result = join(result, piece);
  }
  const blankEnd = pieces[pieces.length - 1]?.trim() === '';
  return { text: blankEnd ? result.trimEnd() : result, ...found };
}

/** Joins what stood before and behind a marker. */
function join(before: string, behind: string): string {
  if (before.trim() === '') return behind.replace(/^(?:[ \t]*\n)+/, '');
  const left = before.replace(/\n+$/, '');
  const right = behind.replace(/^\n+/, '');
  const lineFeeds = before.length - left.length + (behind.length - right.length);
  return left + '\n'.repeat(Math.min(lineFeeds, 2)) + right;
}

/** Cuts a text at what goes. */
function split(text: string, { rules, onlyRules, onSlowRules }: CleanTextOptions): Omit<CleanedText, 'text'> & { readonly pieces: readonly string[] } {
  const markers: FoundMarker[] = [];
  const hits: RuleHit[] = [];
  // Nearly every text: no backtick, no marker.
  if (!rules && !text.includes('`')) return { pieces: [text], markers, hits };
  const options: TextFilterOptions = {
    rules,
    watch: rules ? createRuleWatch(rules, onSlowRules) : undefined,
    onMarker: (marker) => void markers.push(marker),
    onRule: (hit) => void hits.push(hit),
    isInjected: () => false,
  };
  const filter = rules && onlyRules ? createRuleFilter(rules, options) : createTextFilter(options);
  filter.push(text);
  filter.end();
  const pieces: string[] = [];
  let at = 0;
  for (const [from, to] of filter.removals()) {
    pieces.push(text.slice(at, from));
    at = to;
  }
  pieces.push(text.slice(at));
  return { pieces, markers, hits };
}
