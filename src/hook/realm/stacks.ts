import { defineProperty, endsWithPlace, includes, indexOfText, placeOfCode, slice } from './natives.ts';

/** Location of our own code as error stacks print it; the whole hook is one file. */
const OWN = placeOfCode();

/**
 * Removes our frames from the top of the stack of an error that a native threw below us. Error reporters drop errors
 * that come from an extension, and would drop the page's own with them.
 */
export function hideFrames(error: unknown): void {
  try {
    if (OWN === null || typeof error !== 'object' || error === null) return;
    const { stack } = error as Partial<Error>;
    if (typeof stack !== 'string') return;
    const value = withoutFrames(stack, OWN);
    if (value !== stack)
      defineProperty(error, 'stack', {
        __proto__: null,
        value,
        writable: true,
        enumerable: false,
        configurable: true,
      } as PropertyDescriptor);
  } catch {
    // fail open: the page gets the error as it is
  }
}

/**
 * @param place text that every frame to remove contains
 * @returns the stack without those frames; the unchanged stack if other frames are above them, as a native did not
 * throw it
 */
export function withoutFrames(stack: string, place: string): string {
  let from = -1;
  let to = -1;
  for (let at = 0; at < stack.length;) {
    const found = indexOfText(stack, '\n', at);
    const end = found === -1 ? stack.length : found;
    const line = slice(stack, at, end);
    const next = end + 1;
    if (includes(line, place)) {
      if (from === -1) from = at;
      to = next;
    } else if (from !== -1 ? !includes(line, BUILT_IN) : endsWithPlace(line)) break;
    at = next;
  }
  return from === -1 ? stack : slice(stack, 0, from) + slice(stack, to);
}

/** Appears between our frames where a native called us back. */
const BUILT_IN = '(<anonymous>)';
