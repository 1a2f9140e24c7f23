/**
 * Limits how often something may happen, for each of many keys. Kept in memory only: losing it is harmless.
 * @param burst how many may happen at once, and how many more each second allows
 * @param now monotonic time in milliseconds
 * @returns `allow(key)`, which counts one and returns whether it may happen, and `forget(key)`
 */
export function createRateLimit(burst: number, now: () => number = () => performance.now()) {
  /** What each key has left, at most `burst`, and when that was computed. */
  const left = new Map<number, { tokens: number; at: number }>();

  function allow(key: number): boolean {
    const at = now();
    const before = left.get(key) ?? { tokens: burst, at };
    const tokens = Math.min(burst, before.tokens + ((at - before.at) / 1000) * burst);
    const allowed = tokens >= 1;
    left.set(key, { tokens: allowed ? tokens - 1 : tokens, at });
    return allowed;
  }

  function forget(key: number): void {
    left.delete(key);
  }

  return { allow, forget };
}
