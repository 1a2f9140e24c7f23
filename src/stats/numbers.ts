/** Counts, as they are added and read everywhere. */

/**
 * @returns the sum, capped at what a number represents exactly: anything higher would be read as
 * invalid
 */
export function add(before: number = 0, more: number): number {
  return Math.min(before + more, Number.MAX_SAFE_INTEGER);
}

/** @returns the count, at most `most`; 0 if it is not a count */
export function readCount(value: unknown, most: number = Number.MAX_SAFE_INTEGER): number {
  return Number.isInteger(value) && (value as number) > 0 ? Math.min(value as number, most) : 0;
}

/** Returns whether a value is a count, of at most `most`. */
export function isCount(value: unknown, most: number): value is number {
  return readCount(value, most) === value;
}
