import { useLayoutEffect, useState } from 'preact/hooks';
import { reportFailure } from '../../extension/promises.ts';
import { readSites, watchSites } from '../../settings/store.ts';
import { createLatestRead } from './latest-read.ts';

/** @returns origins of all sites that were ever switched on, sorted, kept up to date; null until they are read */
export function useSites(): readonly string[] | null {
  const [sites, setSites] = useState<readonly string[] | null>(null);

  // Not `useEffect`, which would begin to read only after the next paint: sections wait for this list.
  useLayoutEffect(() => {
    const ending = new AbortController();
    const begin = createLatestRead();
    async function read(): Promise<void> {
      const isLatest = begin();
      const known = await readSites();
      if (!ending.signal.aborted && isLatest()) setSites(known.map(({ origin }) => origin));
    }
    function refresh(): void {
      read().catch((error: unknown) => {
        reportFailure('read the list of sites')(error);
        setSites((before) => before ?? []);
      });
    }
    watchSites(refresh, ending.signal);
    refresh();
    return () => ending.abort();
  }, []);

  return sites;
}
