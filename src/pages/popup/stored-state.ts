import { browser } from 'wxt/browser';
import { choiceKeys, isNamedSite, NAMED_SITES_KEY, toSiteChoices } from '../../settings/store.ts';
import { settle, type Chosen, type Settings } from '../../settings/settings.ts';
import { pauseKey, readPause } from '../../sites/pauses.ts';
import { isUnanswered } from '../../sites/pending.ts';
import { isPermitted } from '../../sites/permissions.ts';
import type { Counts, Day } from '../../stats/day.ts';
import type { Findings } from '../../stats/findings.ts';
import { totalsKey } from '../../stats/keys.ts';
import { lastDays } from '../../stats/read-figures.ts';
import { NO_COUNTS, readStoredTotals } from '../../stats/totals.ts';

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
  readonly counts: Counts;
  /** One entry for each kind of server; empty if nothing was found. */
  readonly findings: readonly Findings[];
  /** The settings that apply here. */
  readonly settings: Settings;
}

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
  /** What was chosen that holds there, and by whom. */
  readonly chosen: Chosen;
  /** An administrator asks people to turn it on. */
  readonly named: boolean;
  /** The permission prompt was denied after it had closed the popup, which has not said so yet. */
  readonly denied: boolean;
}

const DAYS = 14;

/** Reads what the popup shows: a few small records. The background may sleep. Rejects if the storage does. */
export async function readStoredState(origin: string): Promise<StoredState> {
  const [stored, permitted, unanswered] = await Promise.all([
    browser.storage.local.get([...choiceKeys(origin), NAMED_SITES_KEY, totalsKey(origin), pauseKey(origin)]),
    isPermitted(origin),
    isUnanswered(origin).catch(() => false),
  ]);
  const { enabled, chosen } = toSiteChoices(origin, stored);
  const { counts, findings, recent } = readStoredTotals(stored[totalsKey(origin)]);
  const on = enabled && permitted;
  return {
    state: {
      origin,
      enabled: on,
      resumesAt: on ? null : readPause(stored[pauseKey(origin)], Date.now()),
      permitted,
      counts,
      findings,
      settings: settle(chosen.everywhere, chosen.site, chosen.managed),
    },
    days: lastDays(DAYS).map((day) => ({ day, counts: recent[day] ?? NO_COUNTS })),
    chosen,
    named: isNamedSite(origin, stored),
    denied: unanswered && !permitted,
  };
}
