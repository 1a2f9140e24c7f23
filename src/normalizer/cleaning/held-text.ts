import type { MarkerFilter } from '../text/marker-filter.ts';

/**
 * A text that comes in deltas and leaves as far as its fate is known: what may still become a marker is held, and comes
 * with a later delta. For carriers whose messages can take up text of those before them; frames, which cannot, wait
 * themselves (`reply`).
 */
export interface HeldText {
  push(delta: string): void;
  /** @returns what is decided by now and was not given out before; while nothing is cleaned, all that is held, as it came */
  settle(): string;
  /** Text that was not given out. */
  held(): string;
  /** Offset of that in the whole text, in UTF-16 units. */
  given(): number;
}

/**
 * @param filter reads the same text, and may have been asked to end
 * @param cleans asked each time
 */
export function createHeldText(filter: MarkerFilter, cleans: () => boolean): HeldText {
  let held = '';
  let given = 0;

  return {
    push(delta) {
      held += delta;
      filter.push(delta);
    },
    settle() {
      const whole = !cleans();
      if (whole) filter.spare(given, given + held.length);
      // What was given out whole may still be undecided.
      const count = whole ? held.length : Math.max(filter.decided() - given, 0);
      const settled = filter.kept(given, held.slice(0, count));
      held = held.slice(count);
      given += count;
      filter.forget(given);
      return settled;
    },
    held: () => held,
    given: () => given,
  };
}
