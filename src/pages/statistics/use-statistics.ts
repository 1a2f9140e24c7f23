import { useLayoutEffect, useState } from 'preact/hooks';
import { reportFailure } from '../../sites/report.ts';
import {
  readAllSites,
  readChats,
  readDays,
  readTotals,
  sumDays,
  watchFigures,
  type AllFigures,
} from '../../stats/read-figures.ts';
import { createLatestRead } from '../parts/latest-read.ts';

/** The statistics of one site or of all. */
export interface Statistics extends AllFigures {
  /** The selected site and period; null for all sites. */
  readonly site: string | null;
}

/** Null while they are read for the first time; the previous ones stay until the next arrive. */
export type ReadStatistics = Statistics | 'failed' | null;

/** Reads the statistics and keeps them up to date while they are visible. */
export function useStatistics(
  site: string | null,
  days: number,
): { readonly read: ReadStatistics; readonly again: () => void } {
  const [read, setRead] = useState<ReadStatistics>(null);
  const [tries, setTries] = useState(0);

  // Not `useEffect`, which would begin to read only after the next paint.
  useLayoutEffect(() => {
    const ending = new AbortController();
    const begin = createLatestRead();
    function refresh(): void {
      const isLatest = begin();
      function arrive(answer: ReadStatistics): void {
        if (!ending.signal.aborted && isLatest()) setRead(answer);
      }
      readStatistics(site, days).then(arrive, (error: unknown) => {
        reportFailure('read the statistics')(error);
        arrive('failed');
      });
    }
    function refreshSeen(): void {
      if (!document.hidden) refresh();
    }
    watchFigures(refreshSeen, ending.signal);
    // Changes meanwhile were not read, and a page left open over midnight must show another day.
    document.addEventListener('visibilitychange', refreshSeen, { signal: ending.signal });
    refresh();
    return () => ending.abort();
  }, [site, days, tries]);

  const fits = read === null || read === 'failed' || read.site === site;
  return { read: fits ? read : null, again: () => setTries((before) => before + 1) };
}

async function readStatistics(site: string | null, days: number): Promise<Statistics> {
  if (site === null) return { site, ...(await readAllSites(days)) };
  const [entries, chats, totals] = await Promise.all([readDays(site, days), readChats(site), readTotals(site)]);
  return { site, days: entries, sites: [{ origin: site, figures: sumDays(entries) }], chats, totals };
}
