import { apply, functionToString, getOwnPropertyDescriptor, HOOK_RELIES_ON, matches } from './natives.ts';
import { RELIED_ON } from './realm.ts';

/** How a native prints; a function the page has bound or wrapped in a proxy prints without a name. */
const NATIVE = /^function (?:get |set )?[^\s(]+\(\) \{\s*\[native code\]\s*\}$/;

/**
 * Checks that everything the hook relies on is the browser's own, for when page scripts ran before it. zone.js, for
 * one, replaces `Promise` with a class whose `then` does not work on what `fetch` returns.
 * @returns false also if it cannot be determined
 */
export function areNative(document: Document): boolean {
  // Libraries hide behind their own `toString`; only that of another realm is reliable.
  const frame = document.createElement('iframe');
  try {
    document.documentElement.append(frame);
    const { Function: OtherFunction } = frame.contentWindow as unknown as typeof globalThis;
    const print = OtherFunction.prototype.toString;
    const isNative = (value: unknown): boolean =>
      typeof value !== 'function' || matches(NATIVE, apply(print, value, []) as string);
    return [...RELIED_ON, ...HOOK_RELIES_ON].every(([owner, keys]) =>
      keys.every((key) => {
        const found = getOwnPropertyDescriptor(owner, key);
        // A replaced `Function.prototype.toString` does not matter: we do not use it here, and later it does no harm.
        return !found || found.value === functionToString || (isNative(found.value) && isNative(found.get));
      }),
    );
  } catch {
    return false;
  } finally {
    frame.remove();
  }
}
