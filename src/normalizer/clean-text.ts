import { createMarkerFilter, type FoundMarker } from './marker-filter.ts';

/** A text without its markers. */
export interface CleanedText {
  /** The very same string when there was nothing to take out. */
  readonly text: string;
  readonly markers: readonly FoundMarker[];
}

/**
 * Takes markers out of a whole text by the line rule.
 * @param text the whole text of one message or content part
 * @returns what stays, as it stood: line feeds that surrounded a marker are neither collapsed nor trimmed
 */
export function cleanText(text: string): CleanedText {
  const { pieces, markers } = split(text);
  return markers.length === 0 ? { text, markers } : { text: pieces.join(''), markers };
}

/**
 * The same for history and display: line feeds that a marker leaves behind are collapsed to one blank line, and to
 * nothing at the start and the end of the text. What the model wrote elsewhere, blank lines in code included, stays.
 */
export function cleanStoredText(text: string): CleanedText {
  const { pieces, markers } = split(text);
  if (markers.length === 0) return { text, markers };
  let [result = ''] = pieces;
  for (const piece of pieces.slice(1)) {
    // Nothing but blank lines between two markers: they count with those behind.
    if (piece.trim() === '') result += piece.replace(/[^\n]+/g, '');
    else result = join(result, piece);
  }
  const blankEnd = pieces[pieces.length - 1]?.trim() === '';
  return { text: blankEnd ? result.trimEnd() : result, markers };
}

/** Joins what stood before and behind a marker. */
function join(before: string, behind: string): string {
  if (before.trim() === '') return behind.replace(/^(?:[ \t]*\n)+/, '');
  const left = before.replace(/\n+$/, '');
  const right = behind.replace(/^\n+/, '');
  const lineFeeds = before.length - left.length + (behind.length - right.length);
  return left + '\n'.repeat(Math.min(lineFeeds, 2)) + right;
}

/** Cuts a text at its markers. */
function split(text: string): { readonly pieces: readonly string[]; readonly markers: readonly FoundMarker[] } {
  const markers: FoundMarker[] = [];
  // Nearly every text: no backtick, no marker.
  if (!text.includes('`')) return { pieces: [text], markers };
  const filter = createMarkerFilter({
    onMarker: (marker) => void markers.push(marker),
    isInjected: () => false,
  });
  filter.push(text);
  filter.end();
  const pieces: string[] = [];
  let at = 0;
  for (const [from, to] of filter.removals()) {
    pieces.push(text.slice(at, from));
    at = to;
  }
  pieces.push(text.slice(at));
  return { pieces, markers };
}
