import { useLayoutEffect, useState } from 'preact/hooks';
import { reportFailure } from '../../extension/promises.ts';
import { createLatestRead } from '../parts/latest-read.ts';
import { readStatistics, watchStatistics } from './read-statistics.ts';
import { sumOf, type Statistics } from './sums.ts';

/** Null while they are read for the first time; the previous ones stay until the next arrive. */
export type ReadStatistics = Statistics | 'failed' | null;

/** Reads the statistics of a site, or of all if null, and keeps them up to date while they are visible. */
export function useStatistics(site: string | null): { readonly read: ReadStatistics; readonly again: () => void } {
  const [read, setRead] = useState<ReadStatistics>(null);
  const [tries, setTries] = useState(0);

  // Not `useEffect`, which would begin to read only after the next paint.
  useLayoutEffect(() => {
    const ending = new AbortController();
    const begin = createLatestRead();
    function refresh(): void {
      if (document.hidden) return;
      const isLatest = begin();
      function arrive(answer: ReadStatistics): void {
        if (!ending.signal.aborted && isLatest()) setRead(answer);
      }
      readStatistics(site).then(
        (sites) => arrive(sumOf(sites)),
        (error: unknown) => {
          reportFailure('read the statistics')(error);
          arrive('failed');
        },
      );
    }
    setRead(null);
    watchStatistics(refresh, ending.signal);
    // Changes meanwhile were not read, and a page left open over midnight must show another day.
    document.addEventListener('visibilitychange', refresh, { signal: ending.signal });
    refresh();
    return () => ending.abort();
  }, [site, tries]);

  return { read, again: () => setTries((before) => before + 1) };
}
