import { useEffect, useState } from 'preact/hooks';
import { reportFailure } from '../../extension/promises.ts';
import { loadSection, loadedSection, type SectionView } from './load-section.ts';
import type { SectionName } from '../../extension/routes.ts';

/** Null while it is loaded. */
export type OpenedSection = SectionView | 'failed' | null;

/** @param name the same each time. @returns what to show of this section */
export function useSection(name: SectionName): OpenedSection {
  const [failed, setFailed] = useState(false);
  const [, setArrived] = useState(false);

  useEffect(() => {
    const ending = new AbortController();
    loadSection(name).then(
      () => !ending.signal.aborted && setArrived(true),
      (error: unknown) => {
        reportFailure(`open its page at ${name}`)(error);
        if (!ending.signal.aborted) setFailed(true);
      },
    );
    return () => ending.abort();
  }, [name]);

  return loadedSection(name) ?? (failed ? 'failed' : null);
}
