import { useLayoutEffect, useState } from 'preact/hooks';
import { reportFailure } from '../../extension/promises.ts';
import { watchFigures } from '../../stats/read-figures.ts';
import { createLatestRead } from '../parts/latest-read.ts';
import { readStatistics, takeEarly, type Statistics } from './read-statistics.ts';

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
    function refresh(begun: Promise<Statistics> | null = null): void {
      const isLatest = begin();
      function arrive(answer: ReadStatistics): void {
        if (!ending.signal.aborted && isLatest()) setRead(answer);
      }
      (begun ?? readStatistics(site, days)).then(arrive, (error: unknown) => {
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
    refresh(takeEarly(site, days));
    return () => ending.abort();
  }, [site, days, tries]);

  const fits = read === null || read === 'failed' || read.site === site;
  return { read: fits ? read : null, again: () => setTries((before) => before + 1) };
}
