/**
 * Runs `work` with global properties that a library made for browsers asks for, and takes them away again.
 * @param globals what Node does not have
 */
export async function withGlobals<T>(globals: Record<string, unknown>, work: () => Promise<T>): Promise<T> {
  const before = Object.getOwnPropertyDescriptors(globalThis) as Record<string, PropertyDescriptor | undefined>;
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

/** Runs `work` of a library that writes to the console what it throws or hands on as well. */
export function quietly<T>(work: () => Promise<T>): Promise<T> {
  const silent = (): void => {};
  return withGlobals({ console: { ...console, log: silent, warn: silent, error: silent } }, work);
}
