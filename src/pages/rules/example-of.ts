import type { RuleCut } from '../../normalizer/rules/try-rules.ts';

/**
 * Chooses the part of a text that is kept as an example. Pure.
 * @param cuts what is removed from it, in order
 * @param most longest example, in UTF-16 units
 * @returns all of it, or whole lines around the first cut; null if that is too long, or if there is no cut that would
 * say which lines matter
 */
export function exampleOf(text: string, [first]: readonly RuleCut[], most: number): string | null {
  if (text.length <= most) return text;
  if (!first) return null;
  let from = startOfLine(text, first.from);
  let to = endOfLine(text, first.to);
  if (to - from > most) return null;
  // One line before and one behind in turn, until neither fits.
  for (;;) {
    const earlier = startOfLine(text, Math.max(0, from - 1));
    const grown = to - earlier <= most ? earlier : from;
    const later = endOfLine(text, Math.min(text.length, to + 1));
    const reached = later - grown <= most ? later : to;
    if (grown === from && reached === to) return text.slice(from, to);
    [from, to] = [grown, reached];
  }
}

function startOfLine(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** @returns the offset behind the line break of the line that contains or ends at `at` */
function endOfLine(text: string, at: number): number {
  if (at > 0 && text[at - 1] === '\n') return at;
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}
