import type { JSX } from 'preact';
import { MARK_PATHS, strokeOf, type Mark } from '../../badges/look/marks.ts';

/** What a badge can say of a call. */
export type MarkName = 'running' | 'finished' | 'ended' | 'failed' | 'imitated';

/** How the badges draw it; a failed call has a word and no drawing. */
const DRAWN: Readonly<Record<MarkName, Mark | null>> = {
  running: 'ring',
  finished: 'check',
  ended: 'dash',
  failed: null,
  imitated: 'triangle',
};

/** The drawing of a badge, still. */
export function LegendMark({ name }: { readonly name: MarkName }): JSX.Element {
  const mark = DRAWN[name];
  return (
    <svg viewBox="0 0 12 12" width="16" height="16" aria-hidden="true">
      {mark && (
        <path
          d={MARK_PATHS[mark]}
          fill="none"
          stroke="currentColor"
          stroke-width={strokeOf(mark)}
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      )}
    </svg>
  );
}
