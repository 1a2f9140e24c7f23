/** When the badges of a finished reply are removed. Pure. */
import type { BadgeStay } from '../../settings/settings.ts';

/** Milliseconds of the setting '10-seconds', and of one extension while somebody is reading. */
export const STAY = 10_000;

export interface Finished {
  /** When the reply ended, in milliseconds of the same clock as `now`. */
  readonly endedAt: number;
  /** Another reply has begun since it ended. */
  readonly superseded: boolean;
  /** Shown in the page's corner, on top of the page's content, where nothing stays for good. */
  readonly corner: boolean;
}

/** @returns milliseconds until the badges are removed: 0 = now, null = not by time */
export function timeLeft(stay: BadgeStay, finished: Finished, now: number): number | null {
  const { endedAt, superseded, corner } = finished;
  if (superseded && (corner || stay === 'next-message')) return 0;
  return stay === '10-seconds' ? Math.max(0, endedAt + STAY - now) : null;
}
