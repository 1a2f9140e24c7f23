import { now, startTimer } from './realm/natives.ts';
import { attempt } from './realm/overlay.ts';

/** Notices that a socket has fallen silent while replies are in progress: its connection is lost. */
export type Silence = ReturnType<typeof createSilence>;

/**
 * Milliseconds without a packet after which the server counts as gone: the default of engine.io itself, and the bounds
 * for the announcement of a server.
 */
const SILENCE = { usual: 45_000, least: 1000, most: 300_000 };

/** @param onLost called after too long a silence */
export function createSilence(onLost: () => void) {
  let allowed = SILENCE.usual;
  let heardAt = now();
  /** Replies in progress; silence is watched only while there are any. */
  let live = 0;
  let timer = 0;

  /** Starts one timer for many packets: one per packet would cost more than reading it. */
  function watch(): void {
    if (timer !== 0 || live <= 0) return;
    timer = startTimer(
      () => {
        timer = 0;
        if (live <= 0) return;
        if (now() - heardAt >= allowed) attempt(onLost, undefined);
        else watch();
      },
      allowed - (now() - heardAt),
    );
  }

  return {
    /** A packet has arrived. */
    heard(): void {
      heardAt = now();
    },
    /** @param ms as the server announced; null for the default */
    allow(ms: number | null): void {
      allowed = ms === null ? SILENCE.usual : Math.min(Math.max(ms, SILENCE.least), SILENCE.most);
    },
    /** A reply has begun. */
    begin(): void {
      live++;
      watch();
    },
    /** A reply has ended. */
    end(): void {
      live--;
    },
  };
}
