import type { JSX } from 'preact';

/** What a badge can say of a call. */
export type MarkName = 'running' | 'finished' | 'ended' | 'failed' | 'imitated';

/** As the badges draw them, on a grid of 12 by 12; what failed has a word and no drawing. */
const PATHS: Readonly<Record<MarkName, string | null>> = {
  running: 'M6 1.5a4.5 4.5 0 1 1-4.5 4.5',
  finished: 'M2.5 6.5 5 9l4.5-6',
  ended: 'M3 6h6',
  failed: null,
  imitated: 'M6 1.5 11 10.5H1zM6 4.8v2.6M6 8.9v.1',
};

/** The drawing of a badge, still. */
export function LegendMark({ name }: { readonly name: MarkName }): JSX.Element {
  const path = PATHS[name];
  return (
    <svg viewBox="0 0 12 12" width="16" height="16" aria-hidden="true">
      {path && <path d={path} fill="none" stroke="currentColor" stroke-width="1.25" stroke-linecap="round" stroke-linejoin="round" />}
    </svg>
  );
}
