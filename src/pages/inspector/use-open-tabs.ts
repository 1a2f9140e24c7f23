import { useEffect, useState } from 'preact/hooks';
import { reportFailure } from '../../extension/promises.ts';
import { watchSites } from '../../settings/store.ts';
import { createLatestRead } from '../parts/latest-read.ts';
import { readOpenTabs, watchTabs, type OpenTab } from './open-tabs.ts';

/** @returns the open tabs of sites that are on, kept fresh; null until they are known */
export function useOpenTabs(site: string | null): readonly OpenTab[] | null {
  const [tabs, setTabs] = useState<readonly OpenTab[] | null>(null);

  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const begin = createLatestRead();

    function refresh(): void {
      const isLatest = begin();
      readOpenTabs(site).then(
        (found) => !signal.aborted && isLatest() && setTabs(found),
        reportFailure('list the open tabs'),
      );
    }

    const stopTabs = watchTabs(refresh);
    watchSites(refresh, signal);
    refresh();
    return () => {
      ending.abort();
      stopTabs();
    };
  }, [site]);

  return tabs;
}
