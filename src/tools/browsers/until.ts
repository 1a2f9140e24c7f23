/** Waits `ms` milliseconds. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Polls until the answer is truthy; blanks alone, as an element without words may have, are not.
 * @param ask called about 20 times a second; if it throws, so does the wait
 * @param what named in the error, as in "waited 15 s for <what>"
 * @param ms longest wait in milliseconds
 * @returns the first truthy answer; throws if none came in time
 */
export async function until<T>(
  ask: () => T | Promise<T>,
  what: string,
  ms = 15_000,
): Promise<Exclude<Awaited<T>, null | undefined | false | 0 | ''>> {
  const end = performance.now() + ms;
  for (;;) {
    const answer = await ask();
    const isBlank = typeof answer === 'string' && answer.trim() === '';
    if (answer && !isBlank) return answer as Exclude<Awaited<T>, null | undefined | false | 0 | ''>;
    if (performance.now() > end)
      throw new Error(`Waited ${ms / 1000} s for ${what}; it did not come.`);
    await sleep(50);
  }
}
