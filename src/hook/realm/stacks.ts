import { defineProperty, endsWithPlace, includes, indexOfText, placeOfCode, slice } from './natives.ts';

/** Where this code says it stands, in stacks of errors; all of the hook is one file. */
const OWN = placeOfCode();

/**
 * Takes our frames off the top of an error that a native made below us: what gathers a page's errors drops those that come
 * from an extension, and with them the page's own.
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
 * @param place what each frame to be taken off holds
 * @returns the stack without those frames; the very same where others are above them: then the error is none of a native
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

/** Stands between our frames where a native has called us back. */
const BUILT_IN = '(<anonymous>)';
