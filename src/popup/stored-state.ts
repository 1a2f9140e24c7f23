import type { SiteState } from '../sites/messages.ts';
import { readSiteState } from '../sites/site-state.ts';
import { readDays, type DayEntry } from '../stats/figures.ts';

/** What stands in the storage of one site. */
export interface StoredState {
  readonly state: SiteState;
  /** The last two weeks, oldest first, today last. */
  readonly days: readonly DayEntry[];
}

const DAYS = 14;

/** Reads what the popup shows without waiting for the background to wake. Rejects where the storage does. */
export async function readStoredState(origin: string): Promise<StoredState> {
  const [state, days] = await Promise.all([readSiteState(origin), readDays(origin, DAYS)]);
  return { state, days };
}
