import { browser } from 'wxt/browser';
import {
  choiceKeys,
  isNamedSite,
  isWithdrawn,
  NAMED_SITES_KEY,
  toSiteChoices,
} from '../../settings/store.ts';
import { settle, type Chosen, type Settings } from '../../settings/settings.ts';
import { pauseKey, readPause } from '../../sites/pauses.ts';
import { isPermitted } from '../../sites/permissions.ts';
import { figuresKey, readFigures, type Counts, type Figures } from '../../stats/figures.ts';

/** What the popup shows of one site. */
export interface SiteState {
  /** Scheme, host and port: the key of a site. */
  readonly origin: string;
  /** Switched on by the user, and access not withdrawn. */
  readonly enabled: boolean;
  /** When a pause ends, in milliseconds since 1970; null if the site is not paused. */
  readonly resumesAt: number | null;
  /** Whether the browser currently gives us access to the site. */
  readonly permitted: boolean;
  /** It was on, and the browser has withdrawn the access since. */
  readonly withdrawn: boolean;
  readonly counts: Counts;
  /** Repairs of streams, all time. */
  readonly repairs: number;
  /** The settings that apply here. */
  readonly settings: Settings;
}

/** What is stored of one site. */
export interface StoredState {
  readonly state: SiteState;
  readonly days: Figures['days'];
  /** What was chosen that holds there, and by whom. */
  readonly chosen: Chosen;
  /** An administrator asks people to turn it on. */
  readonly named: boolean;
}

/**
 * Reads what the popup shows: a few small records. The background may sleep. Rejects if the storage
 * does.
 */
export async function readStoredState(origin: string): Promise<StoredState> {
  const [stored, permitted] = await Promise.all([
    browser.storage.local.get([
      ...choiceKeys(origin),
      NAMED_SITES_KEY,
      figuresKey(origin),
      pauseKey(origin),
    ]),
    isPermitted(origin),
  ]);
  const { enabled, chosen } = toSiteChoices(origin, stored);
  const { counts, repairs, days } = readFigures(stored[figuresKey(origin)]);
  const on = enabled && permitted;
  return {
    state: {
      origin,
      enabled: on,
      resumesAt: on ? null : readPause(stored[pauseKey(origin)], Date.now()),
      permitted,
      withdrawn: !permitted && (enabled || isWithdrawn(origin, stored)),
      counts,
      repairs,
      settings: settle(chosen.everywhere, chosen.site, chosen.managed),
    },
    days,
    chosen,
    named: isNamedSite(origin, stored),
  };
}
