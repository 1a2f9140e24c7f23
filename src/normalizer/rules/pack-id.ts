/** Longest id of a rule pack, in UTF-16 units. */
const MAX_ID = 60;

/**
 * Returns whether `value` is the id of a rule pack: words of lower-case letters and digits, joined by hyphens; a user's
 * own begin with `my-`.
 */
export function isPackId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_ID && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value);
}
