/**
 * Most messages from one page per second. A busy reply makes some ten, a recorded one that arrives all at once some
 * hundred. The hook keeps to it, so that a flooding stream costs the page nothing; the extension's side enforces it,
 * because the sender may not be the hook. Measured: 20 000 badge changes take 0.2 s.
 */
export const MESSAGES_PER_SECOND = 2000;

/**
 * What is believed of one page per second: markers, repairs and events together, and bytes. A request whose history
 * contains thousands of markers, and the fastest stream measured, stay below.
 */
export const COUNTED_PER_SECOND = 100_000;
export const BYTES_PER_SECOND = 1_000_000_000;

/**
 * @param perSecond how many may pass in each second
 * @param now milliseconds of a monotonic clock
 * @returns a function that counts one and returns whether it may pass
 */
export function createRateLimit(perSecond: number, now: () => number): () => boolean {
  const allow = createAllowance(perSecond, now);
  return () => allow(1) === 1;
}

/**
 * @param perSecond how much may pass in each second
 * @param now milliseconds of a monotonic clock
 * @returns a function that takes an amount and returns how much of it may pass
 */
export function createAllowance(perSecond: number, now: () => number): (wanted: number) => number {
  let second = 0;
  let left = perSecond;
  return (wanted) => {
    const at = now();
    if (at - second >= 1000 || at < second) {
      second = at;
      left = perSecond;
    }
    const granted = Math.min(wanted, left);
    left -= granted;
    return granted;
  };
}
