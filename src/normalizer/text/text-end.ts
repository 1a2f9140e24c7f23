import { createFences, type Fence } from './fences.ts';
import { endsSentence, TAIL } from './removed-ranges.ts';

/** How a text ends: the state in which a text directly after it begins. */
export interface TextEnd {
  /** In the middle of a line, at the start of one, or after a blank one. */
  readonly at: 'line' | 'line-start' | 'blank';
  /** The code block that is open there. */
  readonly fence: Fence | null;
}

/**
 * Finds how a text ends. Open WebUI's "Continue Response" adds a second text to the item of the
 * first; the page joins them with nothing between, but the server trims each, including the line
 * feed before a marker. So after a complete sentence a new line begins, and after an incomplete one
 * the text continues.
 * @param after how the text before this one ends
 */
export function textEnd(text: string, after?: TextEnd): TextEnd {
  if (text.trim() === '') return after ?? { at: 'line-start', fence: null };
  const fences = createFences(after?.fence);
  let at = 0;
  for (;;) {
    const lineFeed = text.indexOf('\n', at);
    const end = lineFeed === -1 ? text.length : lineFeed;
    fences.beginLine('');
    let mayFence = at > 0 || after?.at !== 'line';
    for (let i = at; mayFence && i < end; i++) mayFence = fences.step(text.charAt(i));
    if (mayFence) fences.endLine();
    if (lineFeed === -1) break;
    at = lineFeed + 1;
  }
  const place = text.endsWith('\n\n')
    ? 'blank'
    : text.endsWith('\n') || endsSentence(text.slice(-TAIL))
      ? 'line-start'
      : 'line';
  return { at: place, fence: fences.open() };
}
