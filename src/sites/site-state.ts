import { settle } from '../settings/settings.ts';
import { readTotals } from '../stats/figures.ts';
import type { SiteState } from './messages.ts';
import { isPermitted } from './permissions.ts';
import { readSiteChoices } from './store.ts';

/** Reads what there is to know of a site, as it is now. Rejects where the storage does. */
export async function readSiteState(origin: string): Promise<SiteState> {
  const [{ enabled, chosen }, permitted, { counts, findings }] = await Promise.all([readSiteChoices(origin), isPermitted(origin), readTotals(origin)]);
  const settings = settle(chosen.everywhere, chosen.site, chosen.managed);
  return { origin, enabled: enabled && permitted, permitted, counts, findings, settings };
}
