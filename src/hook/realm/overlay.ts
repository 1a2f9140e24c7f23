import * as natives from './natives.ts';
import { hideFrames } from './stacks.ts';

/**
 * What we do in place of a native.
 * @param native calls the native, at most once; what it throws or returns goes to the page
 * @param self the caller's `this`
 * @param args the caller's arguments; never modified
 * @returns the result for the page
 */
export type Ours = (
  native: (args: readonly unknown[]) => unknown,
  self: unknown,
  args: readonly unknown[],
) => unknown;

/**
 * What the page reads from a property.
 * @param value what the native getter returned; its own errors are thrown before this is called
 * @param self the caller's `this`
 * @returns the value for the page
 */
export type Shown = (value: unknown, self: unknown) => unknown;

/** Removes an overlay, unless somebody else has since put theirs on top. */
export type Restore = () => void;

/**
 * Installs `ours` over a method where an object, or one along its prototype chain, defines it.
 * Name, length, `toString` class, property flags and errors remain native, because the native
 * itself is called with the caller's `this`.
 * @returns null if the property is missing or locked: then nothing was changed
 */
export function overlayMethod(
  owner: object | null | undefined,
  key: string,
  ours: Ours,
): Restore | null {
  return overlay(owner, key, 'value', (native, self, args) => failOpen(native, ours, self, args));
}

const NOTHING: readonly unknown[] = [];

/**
 * Installs `shown` over a getter, in the same place. Runs for every message of a socket, so it
 * allocates nothing.
 */
export function overlayGetter(
  owner: object | null | undefined,
  key: string,
  shown: Shown,
): Restore | null {
  return overlay(owner, key, 'get', (native, self) => {
    let value: unknown;
    try {
      value = natives.apply(native, self, NOTHING);
    } catch (error) {
      hideFrames(error);
      throw error;
    }
    try {
      return shown(value, self);
    } catch {
      return value; // fail open: the page gets what the native returned
    }
  });
}

/** Runs code that may fail on a hostile page. @returns its result, or `fallback` if it throws */
export function attempt<T>(work: () => T, fallback: T): T {
  try {
    return work();
  } catch {
    return fallback; // fail open: the page gets what it would have got without us
  }
}

type Native = (...args: unknown[]) => unknown;

/** Maps each of our overlays to the native under it. */
const covered: WeakMap<object, Native> = new natives.NativeWeakMap();

/**
 * Prints an overlay with the name of its native, since a proxy has none. A direct call of
 * `Function.prototype.toString` still reveals it.
 */
const printer = new natives.NativeProxy(natives.functionToString, {
  __proto__: null,
  apply: (print: typeof natives.functionToString, self: unknown, args: unknown[]) =>
    natives.apply(
      print,
      (typeof self === 'function' && natives.weakGet(covered, self)) || self,
      args,
    ),
} as object);

function readMethod(native: Native, key: PropertyKey, receiver: unknown): unknown {
  const value: unknown = natives.get(native, key, receiver);
  return key === 'toString' && value === natives.functionToString ? printer : value;
}

function overlay(
  object: object | null | undefined,
  key: string,
  slot: 'value' | 'get',
  call: (native: Native, self: unknown, args: unknown[]) => unknown,
): Restore | null {
  const owner = natives.ownerOf(object, key);
  if (!owner) return null;
  const descriptor = natives.getOwnPropertyDescriptor(owner, key);
  const native: unknown = descriptor?.[slot];
  if (!descriptor?.configurable || typeof native !== 'function') return null;
  // No prototype: anything a page puts on Object.prototype would become a trap.
  const traps: ProxyHandler<Native> = {
    __proto__: null,
    apply: call,
    get: slot === 'value' ? readMethod : undefined,
  } as object;
  const proxy = new natives.NativeProxy(native as Native, traps);
  natives.weakSet(covered, proxy, native as Native);
  // No prototype: a page may have put `get` or `value` on Object.prototype, and they would be read
  // as well.
  const before = { __proto__: null, ...descriptor } as PropertyDescriptor;
  if (
    !natives.defineProperty(owner, key, {
      __proto__: null,
      ...before,
      [slot]: proxy,
    } as PropertyDescriptor)
  )
    return null;
  return () => {
    // Never over somebody else's wrapper, which would be lost with ours.
    if (natives.getOwnPropertyDescriptor(owner, key)?.[slot] === proxy)
      natives.defineProperty(owner, key, before);
  };
}

/**
 * The one place where our failures end: if we fail before the native call, the native is called as
 * the page wanted; if we fail after it, the page gets what the native returned. A request is never
 * sent twice.
 */
function failOpen(native: Native, ours: Ours, self: unknown, args: unknown[]): unknown {
  let state: 'before' | 'calling' | 'after' = 'before';
  let result: unknown;
  let failure: unknown;
  try {
    return ours(
      (nativeArgs) => {
        state = 'calling';
        try {
          result = natives.apply(native, self, nativeArgs);
        } catch (error) {
          failure = error;
          throw error;
        }
        state = 'after';
        return result;
      },
      self,
      args,
    );
  } catch {
    // Widened by hand: the callback above may have changed it.
    const reached = state as 'before' | 'calling' | 'after';
    if (reached === 'calling') {
      hideFrames(failure);
      throw failure; // the native's own error is the page's
    }
    return reached === 'after' ? result : natives.apply(native, self, args);
  }
}
