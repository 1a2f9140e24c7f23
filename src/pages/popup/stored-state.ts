import type { Chosen } from '../../settings/settings.ts';
import type { SiteState } from '../../sites/messages.ts';
import { isUnanswered } from '../../sites/pending.ts';
import { readSiteGlance } from '../../sites/site-state.ts';
import type { Figures } from '../../stats/figures.ts';

/** What is stored of one site. */
export interface StoredState {
  readonly state: SiteState;
  readonly days: Figures['days'];
  readonly chosen: Chosen;
  /** An administrator asks people to turn it on. */
  readonly named: boolean;
  /** The permission prompt was denied after it had closed the popup, which has not said so yet. */
  readonly denied: boolean;
}

/** Reads what the popup shows without waiting for the background to wake. Rejects if the storage does. */
export async function readStoredState(origin: string): Promise<StoredState> {
  const [{ state, days, chosen, named }, unanswered] = await Promise.all([
    readSiteGlance(origin),
    isUnanswered(origin).catch(() => false),
  ]);
  return { state, chosen, named, days, denied: unanswered && !state.permitted };
}
