import { browser } from 'wxt/browser';
import { settle, type Chosen } from '../settings/settings.ts';
import { figuresKey, readFigures, type Figures } from '../stats/figures.ts';
import type { SiteState } from './messages.ts';
import { pauseKey, readPause } from './pauses.ts';
import { isPermitted } from './permissions.ts';
import { choiceKeys, isNamedSite, NAMED_SITES_KEY, toSiteChoices } from './store.ts';

/** What is known of a site, and what was done there in the last days. */
export interface SiteGlance {
  readonly state: SiteState;
  readonly days: Figures['days'];
  /** What was chosen that holds there, and by whom. */
  readonly chosen: Chosen;
  /** An administrator asks people to turn it on. */
  readonly named: boolean;
}

/** Reads the current state of a site: one read of a few small records. Rejects if the storage does. */
export async function readSiteGlance(origin: string): Promise<SiteGlance> {
  const [stored, permitted] = await Promise.all([
    browser.storage.local.get([...choiceKeys(origin), NAMED_SITES_KEY, figuresKey(origin), pauseKey(origin)]),
    isPermitted(origin),
  ]);
  const { enabled, chosen } = toSiteChoices(origin, stored);
  const { counts, findings, days } = readFigures(stored[figuresKey(origin)]);
  const settings = settle(chosen.everywhere, chosen.site, chosen.managed);
  const on = enabled && permitted;
  const resumesAt = on ? null : readPause(stored[pauseKey(origin)], Date.now());
  const state = { origin, enabled: on, resumesAt, permitted, counts, findings, settings };
  return { state, days, chosen, named: isNamedSite(origin, stored) };
}

/** Does the same without the days. */
export async function readSiteState(origin: string): Promise<SiteState> {
  return (await readSiteGlance(origin)).state;
}
