import {
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  ownKeys,
  setPrototypeOf,
} from './natives.ts';

/**
 * Gives a copy of a browser's object what scripts have made of the original: its class and its own
 * members, which other scripts between us and the browser may look for. Private fields cannot be
 * copied.
 * @returns the copy
 */
export function dressAs<T extends object>(copy: T, original: T): T {
  const prototype = getPrototypeOf(original);
  if (prototype !== getPrototypeOf(copy)) setPrototypeOf(copy, prototype);
  const keys = ownKeys(original);
  for (let i = 0; i < keys.length; i++) {
    const member = getOwnPropertyDescriptor(original, keys[i]!);
    if (member)
      defineProperty(copy, keys[i]!, { __proto__: null, ...member } as PropertyDescriptor);
  }
  return copy;
}
