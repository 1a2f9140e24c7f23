/** One value that is not the same in both. */
export interface Difference {
  /** Keys from the root on, such as `chat.history.messages.m1.content`. */
  readonly path: string;
  /** Undefined where it is missing. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Compares what JSON holds; the order of keys is none of it. @returns the innermost values that differ */
export function differences(before: unknown, after: unknown, path: readonly string[] = []): Difference[] {
  if (isNested(before) && isNested(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => differences(before[key], after[key], [...path, key]));
  }
  return Object.is(before, after) ? [] : [{ path: path.join('.'), before, after }];
}

function isNested(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
