import type { MarkerFilter } from '../text/marker-filter.ts';

/**
 * A text that arrives in deltas and leaves as far as it is decided: what may still become a marker
 * is held, and leaves with a later delta. For carriers whose messages can contain text of earlier
 * ones; frames cannot, so they wait themselves (`reply`).
 * @param filter reads the same text, and may have been told to end
 * @param cleans called each time
 */
export function createHeldText(filter: MarkerFilter, cleans: () => boolean) {
  let held = '';
  let given = 0;

  return {
    push(delta: string): void {
      held += delta;
      filter.push(delta);
    },
    /**
     * @returns the text that is decided by now and was not returned before; while cleaning is off,
     * everything held, unchanged
     */
    settle(): string {
      const whole = !cleans();
      if (whole) filter.spare(given, given + held.length);
      // What was returned whole may still be undecided.
      const count = whole ? held.length : Math.max(filter.decided() - given, 0);
      const settled = filter.kept(given, held.slice(0, count));
      held = held.slice(count);
      given += count;
      filter.forget(given);
      return settled;
    },
    /** Returns the text that was not returned yet. */
    held: (): string => held,
    /** Returns the offset of that in the whole text, in UTF-16 units. */
    given: (): number => given,
  };
}
