import type { JSX } from 'preact';
import { MARK_PATHS, strokeOf, type Mark } from '../../badges/look/marks.ts';

/** What a badge can say of a call. */
export type MarkName =
  | 'running'
  | 'waiting'
  | 'ran'
  | 'started'
  | 'unknown'
  | 'failed'
  | 'refused'
  | 'imitated';

/** How the badges draw it; the others have a word, or nothing. */
const DRAWN: Readonly<Partial<Record<MarkName, Mark>>> = {
  running: 'ring',
  ran: 'check',
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
