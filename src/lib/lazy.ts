/**
 * @returns a function that makes a value when it is first called, and keeps it; `make` must not
 * return null or undefined
 */
export function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
