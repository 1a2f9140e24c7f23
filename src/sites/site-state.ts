import { browser } from 'wxt/browser';
import { settle } from '../settings/settings.ts';
import { totalsKey } from '../stats/keys.ts';
import { readStoredTotals, type RecentDays } from '../stats/totals.ts';
import type { SiteState } from './messages.ts';
import { isPermitted } from './permissions.ts';
import { choiceKeys, toSiteChoices } from './store.ts';

/** What is known of a site, and what was done there in the last days. */
export interface SiteGlance {
  readonly state: SiteState;
  readonly recent: RecentDays;
}

/** Reads the current state of a site: one read of a few small records. Rejects if the storage does. */
export async function readSiteGlance(origin: string): Promise<SiteGlance> {
  const [stored, permitted] = await Promise.all([
    browser.storage.local.get([...choiceKeys(origin), totalsKey(origin)]),
    isPermitted(origin),
  ]);
  const { enabled, chosen } = toSiteChoices(origin, stored);
  const { counts, findings, recent } = readStoredTotals(stored[totalsKey(origin)]);
  const settings = settle(chosen.everywhere, chosen.site, chosen.managed);
  return { state: { origin, enabled: enabled && permitted, permitted, counts, findings, settings }, recent };
}

/** Does the same without the days. */
export async function readSiteState(origin: string): Promise<SiteState> {
  return (await readSiteGlance(origin)).state;
}
