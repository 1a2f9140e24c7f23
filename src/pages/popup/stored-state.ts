import type { Chosen } from '../../settings/settings.ts';
import type { Counts, SiteState } from '../../sites/messages.ts';
import { isUnanswered } from '../../sites/pending.ts';
import { readSiteGlance } from '../../sites/site-state.ts';
import type { Day } from '../../stats/day.ts';
import { lastDays } from '../../stats/read-figures.ts';
import { NO_COUNTS } from '../../stats/totals.ts';

/** Counts of one day. */
export interface DayCounts {
  readonly day: Day;
  readonly counts: Counts;
}

/** What is stored of one site. */
export interface StoredState {
  readonly state: SiteState;
  /** The last two weeks, oldest first, today last. */
  readonly days: readonly DayCounts[];
  readonly chosen: Chosen;
  /** An administrator asks people to turn it on. */
  readonly named: boolean;
  /** The permission prompt was denied after it had closed the popup, which has not said so yet. */
  readonly denied: boolean;
}

const DAYS = 14;

/** Reads what the popup shows without waiting for the background to wake. Rejects if the storage does. */
export async function readStoredState(origin: string): Promise<StoredState> {
  const [{ state, recent, chosen, named }, unanswered] = await Promise.all([
    readSiteGlance(origin),
    isUnanswered(origin).catch(() => false),
  ]);
  const days = lastDays(DAYS).map((day) => ({ day, counts: recent[day] ?? NO_COUNTS }));
  return { state, chosen, named, days, denied: unanswered && !state.permitted };
}
