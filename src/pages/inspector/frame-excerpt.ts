import type { RecordedFrame } from '../../inspector/recording.ts';

/** UTF-16 units of an excerpt. */
const LONGEST = 120;

/** Frames before it that one is compared with: kinds of frames take turns. */
const NEIGHBOURS = 8;

/**
 * What tells a frame from those before it, for a list: frames of one stream begin alike, for hundreds of characters.
 * @param all frames of its stream, in order, with itself
 * @returns a stretch of the frame on one line, from where it parts from the one that it resembles most; '' for blanks
 */
export function excerptOf(frame: RecordedFrame, all: readonly RecordedFrame[]): string {
  const text = sideOf(frame);
  const at = all.indexOf(frame);
  const neighbours = all.slice(Math.max(0, at - NEIGHBOURS), at);
  const same = Math.max(0, ...neighbours.map((other) => sameFor(text, sideOf(other))));
  // Words are easier to tell with the name of their field. A frame that repeats another is shown from its start.
  const start = same === text.length ? 0 : lastOpening(text, same);
  return text
    .slice(start, start + LONGEST)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim();
}

/** For how many UTF-16 units both begin alike. */
function sameFor(text: string, other: string): number {
  let same = 0;
  while (same < text.length && text[same] === other[same]) same++;
  return same;
}

/** What came; of a frame that was added, what left. */
function sideOf({ before, after }: RecordedFrame): string {
  return before === '' ? after : before;
}

/** Where the innermost object, list or line before this place begins. */
function lastOpening(text: string, at: number): number {
  for (let i = at - 1; i >= 0; i--) {
    if (text[i] === '{' || text[i] === '[') return i;
    if (text[i] === '\n') return i + 1;
  }
  return 0;
}
