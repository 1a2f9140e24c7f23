import type { RecordedFrame } from '../../inspector/recording.ts';

/** UTF-16 units of an excerpt. */
const LONGEST = 120;

/** Earlier frames that one is compared with: kinds of frames alternate. */
const NEIGHBOURS = 8;

/**
 * Shows what distinguishes a frame from earlier ones in a list: frames of one stream begin alike,
 * for hundreds of characters.
 * @param all frames of its stream, in order, itself included
 * @returns a stretch of the frame on one line, from where it differs from the most similar one; ''
 * for blanks
 */
export function excerptOf(frame: RecordedFrame, all: readonly RecordedFrame[]): string {
  const text = sideOf(frame);
  const at = all.indexOf(frame);
  const neighbours = all.slice(Math.max(0, at - NEIGHBOURS), at);
  const same = Math.max(0, ...neighbours.map((other) => sameFor(text, sideOf(other))));
  // Words are easier to tell apart with the name of their field. A frame that repeats another is
  // shown from its start.
  const start = same === text.length ? 0 : lastOpening(text, same);
  return text
    .slice(start, start + LONGEST)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim();
}

/** @returns the number of UTF-16 units that both share at the beginning */
function sameFor(text: string, other: string): number {
  let same = 0;
  while (same < text.length && text[same] === other[same]) same++;
  return same;
}

/** The input; for an added frame, the output. */
function sideOf({ before, after }: RecordedFrame): string {
  return before === '' ? after : before;
}

/** The offset at which the innermost object, list or line around this place begins. */
function lastOpening(text: string, at: number): number {
  for (let i = at - 1; i >= 0; i--) {
    if (text[i] === '{' || text[i] === '[') return i;
    if (text[i] === '\n') return i + 1;
  }
  return 0;
}
