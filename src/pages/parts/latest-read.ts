/**
 * Reads that are repeated may end in another order than they began; only the answer to the latest one counts.
 * @returns a function that begins a read. It returns another one, which says whether no later read has begun. Beginning one
 * without reading anything makes the answers to all earlier ones void.
 */
export function createLatestRead(): () => () => boolean {
  let latest = 0;
  return () => {
    const mine = ++latest;
    return () => mine === latest;
  };
}
