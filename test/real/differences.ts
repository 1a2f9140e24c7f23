/** One value that differs. */
export interface Difference {
  /** Keys from the root, such as `chat.history.messages.m1.content`. */
  readonly path: string;
  /** Undefined if it is missing. */
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Compares JSON values; the order of keys does not matter.
 * @returns the innermost values that differ
 */
export function differences(
  before: unknown,
  after: unknown,
  path: readonly string[] = [],
): Difference[] {
  if (isNested(before) && isNested(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => differences(before[key], after[key], [...path, key]));
  }
  return Object.is(before, after) ? [] : [{ path: path.join('.'), before, after }];
}

function isNested(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
