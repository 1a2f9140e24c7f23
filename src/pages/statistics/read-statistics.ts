import { formats } from '../../languages/formats.ts';
import {
  readAllSites,
  readChats,
  readDays,
  readTotals,
  sumDays,
  watchFigures,
  type AllFigures,
} from '../../stats/read-figures.ts';

/** The statistics of one site or of all. */
export interface Statistics extends AllFigures {
  /** The selected site; null for all sites. */
  readonly site: string | null;
}

/** @param site its origin; null for all sites. @param days how many, today included */
export async function readStatistics(site: string | null, days: number): Promise<Statistics> {
  if (site === null) return { site, ...(await readAllSites(days)) };
  const [entries, chats, totals] = await Promise.all([readDays(site, days), readChats(site), readTotals(site)]);
  return { site, days: entries, sites: [{ origin: site, figures: sumDays(entries) }], chats, totals };
}

/** Milliseconds after which what was read early is no longer used: days end, and the page may show something else. */
const EARLY_FOR = 5000;

interface EarlyRead {
  readonly site: string | null;
  readonly days: number;
  readonly statistics: Promise<Statistics>;
  /** Aborted when it is out of date. */
  readonly ending: AbortController;
}

let early: EarlyRead | null = null;

/** Begins to read what a page will show as soon as the file of its section is loaded. */
export function readEarly(site: string | null, days: number): void {
  const ending = new AbortController();
  const outdate = (): void => ending.abort();
  watchFigures(outdate, ending.signal);
  setTimeout(outdate, EARLY_FOR);
  const statistics = readStatistics(site, days);
  statistics.catch(() => {}); // reported by those who take it
  early = { site, days, statistics, ending };
  // The first date of a process takes Chromium 156 some 15 ms. Reading all sites takes
  // longer than that; a single site is read sooner, so it would only be delayed.
  if (site === null) setTimeout(() => formats.day(Date.now(), Date.now()));
}

/**
 * Watch the figures first, so that no change is missed.
 * @returns what was read early; null if it is something else, out of date, or already taken
 */
export function takeEarly(site: string | null, days: number): Promise<Statistics> | null {
  const taken = early;
  early = null;
  const fits = taken?.site === site && taken.days === days && !taken.ending.signal.aborted;
  taken?.ending.abort();
  return fits ? taken.statistics : null;
}
