import { now, startTimer } from './realm/natives.ts';
import { attempt } from './realm/overlay.ts';

/** Notices that nothing has arrived for a while, although replies are in progress. */
export type Silence = ReturnType<typeof createSilence>;

/**
 * @param onSilent called after too long a silence, and again only if something has arrived since
 * @param allowed milliseconds
 */
export function createSilence(onSilent: () => void, allowed: number) {
  let heardAt = now();
  /** Replies in progress; silence is watched only while there are any. */
  let live = 0;
  let timer = 0;

  /** Starts one timer for much that arrives: one for each would cost more than reading it. */
  function watch(): void {
    if (timer !== 0 || live <= 0) return;
    timer = startTimer(
      () => {
        timer = 0;
        if (live <= 0) return;
        if (now() - heardAt >= allowed) attempt(onSilent, undefined);
        else watch();
      },
      allowed - (now() - heardAt),
    );
  }

  return {
    /** Something has arrived. */
    heard(): void {
      heardAt = now();
      watch();
    },
    /** A reply has begun. */
    begin(): void {
      live++;
      heardAt = now();
      watch();
    },
    /** A reply has ended. */
    end(): void {
      live--;
    },
  };
}
