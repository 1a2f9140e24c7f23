/**
 * A frame that begins with a comment, a blank line between frames, or null as data, each after a previous frame; or
 * null as choices.
 */
const NEXT_STRAY = /\n\n(?:[:\n]|data: ?null\n)|"choices": ?null/g;
/** The same for a single frame. */
const STRAY = /^(?:[:\r\n]|data: ?null[\r\n])|"choices": ?null/;

/** @returns the start of the first such frame at or after `at`, where a frame begins, or Infinity */
export function nextStray(text: string, at: number): number {
  if (/^(?:[:\r\n]|data: ?null[\r\n])/.test(text.slice(at, at + 11))) return at;
  NEXT_STRAY.lastIndex = at;
  const found = NEXT_STRAY.exec(text);
  if (!found) return Infinity;
  if (found[0].startsWith('\n')) return found.index + 2;
  const before = text.lastIndexOf('\n\n', found.index);
  return before === -1 ? at : Math.max(at, before + 2);
}

/** @returns whether a single frame is one */
export function isStray(text: string): boolean {
  return STRAY.test(text);
}
