import { useEffect, useState } from 'preact/hooks';
import { reportFailure } from '../../extension/promises.ts';
import { readNamedOffSites } from '../../settings/store.ts';
import { watchStorage } from '../../extension/storage.ts';
import { createLatestRead } from '../parts/latest-read.ts';

/** @returns the sites that an administrator names and that are off; Chromium delivers a policy seconds after its start */
export function useNamedSites(): readonly string[] {
  const [named, setNamed] = useState<readonly string[]>([]);
  useEffect(() => {
    const ending = new AbortController();
    const begin = createLatestRead();
    function read(): void {
      const isLatest = begin();
      readNamedOffSites()
        .then((sites) => {
          if (!ending.signal.aborted && isLatest()) setNamed(sites);
        })
        .catch(reportFailure('read which chats its administrator names'));
    }
    watchStorage(read, ending.signal);
    read();
    return () => ending.abort();
  }, []);
  return named;
}
