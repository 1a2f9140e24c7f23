import type { Evidence } from '../text/evidence.ts';
import { createMarkerFilter, MAX_HELD, type FoundMarker } from '../text/marker-filter.ts';
import { prospectOf, readMarkerLine } from '../text/marker-grammar.ts';
import type { CompiledRules } from '../rules/compile-rules.ts';
import { createRuleFilter, type RuleHit } from '../rules/rule-filter.ts';
import type { TextEnd } from '../text/text-end.ts';
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
  /** Is there evidence from elsewhere that markers are here? Nothing: there is. */
  expected?(): boolean;
  /** Called with each kind of evidence that the text itself gives. */
  onEvidence?(evidence: Evidence): void;
  /** The text is shown directly behind another. */
  readonly after?: TextEnd;
  /** Markers stay. */
  readonly onlyRules?: boolean;
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
  const joined = createJoin();
  // Nothing but blank lines between two markers: they count with those behind.
  pieces.forEach((piece, i) => (piece.trim() === '' ? joined.feed(lineFeedsIn(piece)) : joined.add(piece, i === 0)));
  const blankEnd = pieces[pieces.length - 1]?.trim() === '';
  return { text: joined.end(blankEnd), ...found };
}

/** Joins what stood around markers, each piece looked at once however many there are. */
function createJoin(): {
  add(piece: string, first: boolean): void;
  feed(count: number): void;
  end(trims: boolean): string;
} {
  /** What came, but for blanks before the first word and the line feeds at the end. */
  const parts: string[] = [];
  let lineFeeds = 0;

  /** Adds a text as it is. */
  function take(text: string): void {
    const end = endOfText(text);
    if (end > 0) parts.push(text.slice(0, end));
    lineFeeds = text.length - end;
  }

  return {
    add(piece, first) {
      // Where only blanks stood before the markers, no blank line is left.
      if (parts.length === 0) return take(first ? piece : piece.replace(/^(?:[ \t]*\n)+/, ''));
      let begin = 0;
      while (piece.charCodeAt(begin) === LINE_FEED) begin++;
      parts.push('\n'.repeat(Math.min(lineFeeds + begin, 2)));
      take(piece.slice(begin));
    },
    feed(count) {
      lineFeeds += count;
    },
    end: (trims) => (trims ? parts.join('').trimEnd() : parts.join('') + '\n'.repeat(parts.length > 0 ? lineFeeds : 0)),
  };
}

const LINE_FEED = 0x0a;

/** @returns the offset behind the last character that is no line feed */
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

/** @returns the text without the last line, where that one is the beginning of a marker and no whole one */
export function withoutBegunMarker(text: string): string {
  const at = text.lastIndexOf('\n') + 1;
  const line = text.slice(at);
  const isBegun = line.startsWith('`') && line.length <= MAX_HELD && prospectOf(line) !== 'no' && !readMarkerLine(line);
  return isBegun ? text.slice(0, at) : text;
}

/** @returns what the text alone shows of markers; null where nothing does */
export function evidenceIn(text: string, after?: TextEnd): Evidence | null {
  let found: Evidence | null = null;
  if (!text.includes('`')) return found;
  const filter = createMarkerFilter({
    isWhole: true,
    after,
    expected: () => false,
    onEvidence(evidence) {
      if (found !== 'server') found = evidence;
    },
    onMarker() {},
    isInjected: () => false,
  });
  filter.push(text);
  filter.end();
  return found;
}

/** Cuts a text at what goes. */
function split(
  text: string,
  { rules, after, onlyRules, expected, onEvidence }: CleanTextOptions,
): Omit<CleanedText, 'text'> & { readonly pieces: readonly string[] } {
  const markers: FoundMarker[] = [];
  const hits: RuleHit[] = [];
  // Nearly every text: no backtick, no marker.
  if (!rules && !text.includes('`')) return { pieces: [text], markers, hits };
  const found = onlyRules || (expected?.() ?? true) ? null : evidenceIn(text, after);
  if (found) onEvidence?.(found);
  const options: TextFilterOptions = {
    isWhole: true,
    after,
    rules,
    expected: found ? undefined : expected,
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
