/**
 * Runs `work` with global properties that a library made for browsers needs, and removes them
 * again.
 * @param globals those that Node lacks
 */
export async function withGlobals<T>(
  globals: Record<string, unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const before = Object.getOwnPropertyDescriptors(globalThis) as Record<
    string,
    PropertyDescriptor | undefined
  >;
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  try {
    return await work();
  } finally {
    for (const name of Object.keys(globals)) {
      const descriptor = before[name];
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}

/** Runs `work` of a library that logs to the console what it also throws or passes on. */
export function quietly<T>(work: () => Promise<T>): Promise<T> {
  const silent = (): void => {};
  return withGlobals({ console: { ...console, log: silent, warn: silent, error: silent } }, work);
}
