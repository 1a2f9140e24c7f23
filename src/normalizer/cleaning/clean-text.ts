import { mayHoldMedia } from '../text/media-lines.ts';
import { createMarkerFilter } from '../text/marker-filter.ts';
import { isHermesWorded, type FoundMarker } from '../text/marker-grammar.ts';
import type { CompiledRules } from '../rules/compile-rules.ts';
import { createRuleFilter, type RuleHit } from '../rules/rule-filter.ts';
import type { TextEnd } from '../text/text-end.ts';
import { createTextFilter, type TextFilterOptions } from './text-filter.ts';

/** A text without its markers, and without what rules remove. */
export interface CleanedText {
  /** The same string if there was nothing to remove. */
  readonly text: string;
  readonly markers: readonly FoundMarker[];
  readonly hits: readonly RuleHit[];
}

/** How to clean a text, besides markers. */
export interface CleanTextOptions {
  readonly rules?: CompiledRules | null;
  /**
   * Returns whether there is evidence from elsewhere that markers are here. Without it, there is.
   */
  expected?(): boolean;
  /** As in `MarkerRunOptions`. */
  echoes?(): boolean;
  /** As in `MarkerRunOptions`. */
  isAnybodys?(): boolean;
  /** Called if the text itself proves that markers are here. */
  onEvidence?(): void;
  /** As in `MarkerRunOptions`. */
  onKept?(marker: FoundMarker, isProse: boolean): void;
  /** How the text directly before this one on display ends. */
  readonly after?: TextEnd;
  /** Keeps markers. */
  readonly onlyRules?: boolean;
  /**
   * As `put` for rules, for lines that hand over files.
   * @param isExpected there is evidence that markers are here
   */
  media?(line: string, isExpected: boolean): string | null;
}

/**
 * Removes markers from a whole text by the line rule, and what the rules say.
 * @param text the whole text of one message or content part
 * @returns the rest, unchanged: line feeds that surrounded a marker are neither collapsed nor
 * trimmed
 */
export function cleanText(text: string, options: CleanTextOptions = {}): CleanedText {
  const { pieces, ...found } = split(text, options);
  return { text: pieces.length === 1 ? text : pieces.join(''), ...found };
}

/**
 * Does the same for history and display: line feeds that a marker leaves behind are collapsed to
 * one blank line, and removed at the start and the end of the text. Everything else that the model
 * wrote stays, including blank lines in code.
 */
export function cleanStoredText(text: string, options: CleanTextOptions = {}): CleanedText {
  const { pieces, ...found } = split(text, options);
  if (pieces.length === 1) return { text, ...found };
  /** Without line feeds at its end. */
  let joined = '';
  let lineFeeds = 0;
  pieces.forEach((piece, i) => {
    // Nothing but blank lines between two markers: they count with those after them.
    if (piece.trim() === '') {
      lineFeeds += lineFeedsIn(piece);
      return;
    }
    let begin = 0;
    // If only blanks precede the markers, no blank line is left.
    if (joined === '' && i > 0) begin = /^(?:[ \t]*\n)*/.exec(piece)?.[0].length ?? 0;
    while (joined !== '' && piece.charCodeAt(begin) === LINE_FEED) begin++;
    const end = endOfText(piece);
    joined +=
      (joined === '' ? '' : '\n'.repeat(Math.min(lineFeeds + begin, 2))) + piece.slice(begin, end);
    lineFeeds = piece.length - end;
  });
  const isBlankEnd = pieces[pieces.length - 1]?.trim() === '';
  return {
    text: isBlankEnd ? joined.trimEnd() : joined + '\n'.repeat(joined === '' ? 0 : lineFeeds),
    ...found,
  };
}

const LINE_FEED = 0x0a;

/** @returns the offset after the last character that is not a line feed */
function endOfText(text: string): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === LINE_FEED) end--;
  return end;
}

function lineFeedsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/**
 * @param after as in `CleanTextOptions`
 * @returns the text without its end, if that is a marker, or the beginning of one, of which only
 * what follows can tell whether it stays
 */
export function withoutUndecidedEnd(text: string, after?: TextEnd): string {
  if (!text.includes('`')) return text;
  const filter = createMarkerFilter({ after, onMarker() {}, isInjected: () => false });
  filter.push(text);
  return filter.suspects() ? text.slice(0, filter.decided()) : text;
}

/** @returns whether the text alone proves that it contains markers */
export function provesMarkers(text: string, after?: TextEnd, echoes?: () => boolean): boolean {
  let found = false;
  if (!text.includes('`')) return found;
  const filter = createMarkerFilter({
    isWhole: true,
    after,
    expected: () => false,
    echoes,
    onEvidence() {
      found = true;
    },
    onMarker() {},
    isInjected: () => false,
  });
  filter.push(text);
  filter.end();
  return found;
}

/**
 * @returns how many lines would be markers if any were expected, with labels in Hermes' words;
 * evidence or not
 */
export function lookalikesIn(text: string): number {
  return cleanText(text).markers.filter(isHermesWorded).length;
}

/** Splits a text at its removals. */
function split(
  text: string,
  {
    rules,
    after,
    onlyRules,
    expected,
    echoes,
    isAnybodys,
    onEvidence,
    onKept,
    ...how
  }: CleanTextOptions,
): Omit<CleanedText, 'text'> & { readonly pieces: readonly string[] } {
  const markers: FoundMarker[] = [];
  const hits: RuleHit[] = [];
  const media = mayHoldMedia(text) ? how.media : undefined;
  // Nearly every text: without a backtick there is no marker.
  if (!rules && !media && !text.includes('`')) return { pieces: [text], markers, hits };
  const mayProve = !onlyRules && !(expected?.() ?? true) && !isAnybodys?.();
  const found = mayProve && provesMarkers(text, after, echoes);
  if (found) onEvidence?.();
  const options: TextFilterOptions = {
    isWhole: true,
    after,
    rules,
    expected: found ? undefined : expected,
    isAnybodys,
    onMarker: (marker) => void markers.push(marker),
    onKept,
    onRule: (hit) => void hits.push(hit),
    media: media && { put: (line) => media(line, found || (expected?.() ?? true)) },
    isInjected: () => false,
  };
  const filter = rules && onlyRules ? createRuleFilter(rules, options) : createTextFilter(options);
  filter.push(text);
  filter.end();
  const pieces: string[] = [];
  let at = 0;
  for (const [from, to, , put = ''] of filter.removals()) {
    pieces.push(text.slice(at, from) + put);
    at = to;
  }
  pieces.push(text.slice(at));
  return { pieces, markers, hits };
}
