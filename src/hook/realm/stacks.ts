import { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor } from './natives.ts';

const NativeError = Error;

/** Undefined where the stack belongs to the error itself. */
const stackGetter = getOwnPropertyDescriptor(NativeError.prototype, 'stack')?.get;

/** In place of what a page may have set to print stacks itself. */
const NO_PRINTER = { __proto__: null, value: undefined, configurable: true } as PropertyDescriptor;

/**
 * Location of our own code as error stacks print it; the whole hook is one file. Looked for when a
 * first error needs it: for an error of ours, Chromium 156 parses all of the file again, which took
 * 12 of the 23 ms of its start.
 */
let own: string | null = null;

/** @returns null if stacks name no files, and for a page that lets none be taken */
function findOwn(): string | null {
  // The page's printer must not be shown an error of ours.
  const theirs = getOwnPropertyDescriptor(NativeError, 'prepareStackTrace');
  if (!defineProperty(NativeError, 'prepareStackTrace', NO_PRINTER)) return null;
  try {
    const here = new NativeError('here');
    const stack: unknown = stackGetter ? apply(stackGetter, here, []) : here.stack;
    return /(?:\(|@|at )([^\n(@]+?):\d+:\d+\)?$/m.exec(String(stack))?.[1] ?? null;
  } finally {
    if (theirs)
      defineProperty(NativeError, 'prepareStackTrace', {
        __proto__: null,
        ...theirs,
      } as PropertyDescriptor);
    else deleteProperty(NativeError, 'prepareStackTrace');
  }
}

/**
 * Removes our frames from the top of the stack of an error that a native threw below us. Error
 * reporters drop errors that come from an extension, and would drop the page's own with them.
 */
export function hideFrames(error: unknown): void {
  try {
    if (typeof error !== 'object' || error === null) return;
    const { stack } = error as Partial<Error>;
    if (typeof stack !== 'string') return;
    own ??= findOwn();
    if (own === null) return;
    const value = withoutFrames(stack, own);
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
 * @returns the stack without those frames; the unchanged stack if other frames are above them, as a
 * native did not throw it
 */
export function withoutFrames(stack: string, place: string): string {
  let from = -1;
  let to = -1;
  for (let at = 0; at < stack.length;) {
    const found = stack.indexOf('\n', at);
    const end = found === -1 ? stack.length : found;
    const line = stack.slice(at, end);
    const next = end + 1;
    if (line.includes(place)) {
      if (from === -1) from = at;
      to = next;
    } else if (from !== -1 ? !line.includes(BUILT_IN) : /:\d+:\d+\)?$/.test(line)) break;
    at = next;
  }
  return from === -1 ? stack : stack.slice(0, from) + stack.slice(to);
}

/** Appears between our frames where a native called us back. */
const BUILT_IN = '(<anonymous>)';
