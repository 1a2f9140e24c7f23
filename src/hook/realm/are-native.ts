import { apply, functionToString, getOwnPropertyDescriptor, HOOK_RELIES_ON, matches } from './natives.ts';
import { RELIED_ON } from './realm.ts';

/** As a native prints; what a page binds or puts a proxy over prints without a name. */
const NATIVE = /^function (?:get |set )?[^\s(]+\(\) \{\s*\[native code\]\s*\}$/;

/**
 * Whether everything that the hook goes by is the browser's own, asked where the page's scripts ran before: zone.js for
 * one puts a class of its own in place of `Promise`, whose `then` does not work on what `fetch` returns.
 * @returns false also where that cannot be told
 */
export function areNative(document: Document): boolean {
  // Libraries hide behind a printer of their own: only one of another realm tells.
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
        // A printer of the page's is none of ours to use here, nor a hindrance later.
        return !found || found.value === functionToString || (isNative(found.value) && isNative(found.get));
      }),
    );
  } catch {
    return false;
  } finally {
    frame.remove();
  }
}
