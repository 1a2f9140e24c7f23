import type { SiteState } from '../sites/messages.ts';
import { isPermitted } from '../sites/permissions.ts';
import { readSiteWord } from '../sites/store.ts';
import { settle } from '../settings/settings.ts';
import { readDays, readTotals, type DayEntry } from '../stats/figures.ts';

/** What stands in the storage of one site. */
export interface StoredState {
  readonly state: SiteState;
  /** The last two weeks, oldest first, today last. */
  readonly days: readonly DayEntry[];
}

const DAYS = 14;

/** Reads what the popup shows without waiting for the background to wake. Rejects where the storage does. */
export async function readStoredState(origin: string): Promise<StoredState> {
  const [{ enabled, chosen }, permitted, { counts, findings }, days] = await Promise.all([
    readSiteWord(origin),
    isPermitted(origin),
    readTotals(origin),
    readDays(origin, DAYS),
  ]);
  const settings = settle(chosen.everywhere, chosen.site, chosen.managed);
  return { state: { origin, enabled: enabled && permitted, permitted, counts, findings, settings, chosen }, days };
}
