/** What two texts share at both ends, and what differs between. */
export interface FrameDifference {
  readonly head: string;
  readonly removed: string;
  readonly added: string;
  readonly tail: string;
}

/** @returns the shortest stretch that differs, without splitting characters */
export function frameDifference(before: string, after: string): FrameDifference {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  if (isHalf(before, head) || isHalf(after, head)) head--;
  let tail = 0;
  while (
    tail < shorter - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++;
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
