import { useEffect, useState } from 'preact/hooks';
import { reportFailure } from '../sites/report.ts';
import { loadSection, loadedSection, type SectionView } from './load-section.ts';
import type { SectionName } from './section.ts';

/** Null while it is loaded. */
export type OpenedSection = SectionView | 'failed' | null;

/** @returns what to show of a section, never that of another */
export function useSection(name: SectionName): OpenedSection {
  const [failed, setFailed] = useState<SectionName | null>(null);
  const [, setArrived] = useState<SectionName | null>(null);

  useEffect(() => {
    const ending = new AbortController();
    loadSection(name).then(
      () => !ending.signal.aborted && setArrived(name),
      (error: unknown) => {
        reportFailure(`open its page at ${name}`)(error);
        if (!ending.signal.aborted) setFailed(name);
      },
    );
    return () => ending.abort();
  }, [name]);

  return loadedSection(name) ?? (failed === name ? 'failed' : null);
}
