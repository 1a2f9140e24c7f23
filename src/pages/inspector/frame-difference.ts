/** What two texts share at both ends, and what differs between. */
export interface FrameDifference {
  readonly head: string;
  readonly removed: string;
  readonly added: string;
  readonly tail: string;
}

/**
 * Compares line by line if both texts have as many lines, as they do when words were removed from strings of formatted
 * JSON. Otherwise one stretch contains every difference.
 * @returns the pieces in order; joined, they are both texts
 */
export function frameDifferences(before: string, after: string): readonly FrameDifference[] {
  const old = before.split(/(?<=\n)/);
  const now = after.split(/(?<=\n)/);
  if (old.length !== now.length) return [frameDifference(before, after)];
  return old.map((line, i) => frameDifference(line, now[i] ?? ''));
}

/** @returns the shortest stretch that differs, without splitting characters */
export function frameDifference(before: string, after: string): FrameDifference {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  if (isHalf(before, head) || isHalf(after, head)) head--;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  if (isHalf(before, before.length - tail) || isHalf(after, after.length - tail)) tail--;
  return {
    head: before.slice(0, head),
    removed: before.slice(head, before.length - tail),
    added: after.slice(head, after.length - tail),
    tail: before.slice(before.length - tail),
  };
}

/** Is `at` between the halves of a surrogate pair? */
function isHalf(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(Math.max(0, at - 1), at + 1)) && at > 0;
}
