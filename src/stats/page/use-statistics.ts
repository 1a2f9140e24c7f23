import { useEffect, useState } from 'preact/hooks';
import { reportFailure } from '../../sites/report.ts';
import type { ChatFigures } from '../chats.ts';
import { readChats, readDays, readSiteFigures, readTotals, sumDays, watchFigures, type DayEntry, type SiteFigures, type Totals } from '../figures.ts';

/** What is shown of one site or of all. */
export interface Statistics {
  /** What was asked for. */
  readonly site: string | null;
  /** Oldest first; the last is today. */
  readonly days: readonly DayEntry[];
  /** Those with figures in these days. */
  readonly sites: readonly SiteFigures[];
  readonly chats: readonly ChatFigures[];
  /** Ever. */
  readonly totals: Totals;
}

/** Null while they are read for the first time; what was read before stays until the next arrives. */
export type ReadStatistics = Statistics | 'failed' | null;

/**
 * Reads the figures and keeps them fresh.
 * @param known origins of all sites
 */
export function useStatistics(site: string | null, known: readonly string[], days: number): { readonly read: ReadStatistics; readonly again: () => void } {
  const [read, setRead] = useState<ReadStatistics>(null);
  const [tries, setTries] = useState(0);
  const names = known.join(' ');

  useEffect(() => {
    const ending = new AbortController();
    /** Answers may come in another order than the questions. */
    let latest = 0;
    function refresh(): void {
      const number = ++latest;
      function arrive(answer: ReadStatistics): void {
        if (!ending.signal.aborted && number === latest) setRead(answer);
      }
      readStatistics(site, known, days).then(arrive, (error: unknown) => {
        reportFailure('read the statistics')(error);
        arrive('failed');
      });
    }
    watchFigures(refresh, ending.signal);
    // A page that was left open shows another day when it is looked at again.
    document.addEventListener('visibilitychange', () => !document.hidden && refresh(), { signal: ending.signal });
    refresh();
    return () => ending.abort();
  }, [site, names, days, tries]);

  const fits = read === null || read === 'failed' || read.site === site;
  return { read: fits ? read : null, again: () => setTries((before) => before + 1) };
}

async function readStatistics(site: string | null, known: readonly string[], days: number): Promise<Statistics> {
  const [entries, chats, totals] = await Promise.all([
    readDays(site, days),
    Promise.all((site === null ? known : [site]).map(readChats)),
    readTotals(site),
  ]);
  const sites = site === null ? await readSiteFigures(days) : [{ origin: site, figures: sumDays(entries) }];
  return { site, days: entries, sites, chats: chats.flat(), totals };
}
