import type { JSX } from 'preact';
import { counted } from '../../../languages/messages.ts';
import { lastDays } from '../../../stats/calendar.ts';
import {
  addCounts,
  isNothing,
  NO_COUNTS,
  type Counts,
  type Figures as Stored,
} from '../../../stats/figures.ts';
import { outcomeTexts } from '../../parts/outcomes.tsx';
import { pageTexts } from '../../parts/texts.ts';
import { statisticsTexts } from '../../statistics/texts.ts';
import { popupTexts } from '../texts.ts';

/** The shortest period with any counts, and its sums. */
export interface FiguresView {
  readonly period: 'today' | 'lastDays' | 'ever';
  readonly counts: Counts;
}

/** Days of the second period, today included. */
const DAYS = 14;

/** @param days counts by day. @param ever those of all time */
export function figuresView(days: Stored['days'], ever: Counts): FiguresView {
  const counts = lastDays(DAYS).map((day) => days[day] ?? NO_COUNTS);
  const today = counts.at(-1) ?? NO_COUNTS;
  if (!isNothing(today)) return { period: 'today', counts: today };
  const sums = counts.reduce(addCounts, NO_COUNTS);
  return isNothing(sums) ? { period: 'ever', counts: ever } : { period: 'lastDays', counts: sums };
}

interface FiguresProps {
  readonly view: FiguresView;
  /**
   * The first row has the calls, the second one the markers; without calls, the first one has
   * those.
   */
  readonly row: 0 | 1;
}

/** One row of figures as words. */
export function Figures({ view: { period, counts }, row }: FiguresProps): JSX.Element | null {
  const calls = callTexts(counts);
  const markers = markerTexts(counts);
  const shown = (calls.length > 0 ? [calls, markers] : [markers, []])[row] ?? [];
  if (shown.length === 0) return row === 0 ? <p class="figures">{popupTexts.nothingYet}</p> : null;
  return (
    <p class={row === 0 ? 'figures outcomes' : 'figures'}>
      {pageTexts.of(period === 'today' ? statisticsTexts.today : popupTexts[period], '')}
      {shown.map(([id, text], index) => (
        <>
          {index > 0 && '\u00a0· '}
          <span data-count={id}>{text}</span>
        </>
      ))}
    </p>
  );
}

/** What is counted, and its number in words. */
type Piece = readonly [id: 'markers' | 'tools' | 'imitated', text: string];

function callTexts(counts: Counts): readonly Piece[] {
  const { tools, imitated } = counts;
  const known = outcomeTexts(counts);
  const told = known.length === 0 && tools > 0 ? [counted('badges_tools', tools)] : known;
  const faked: readonly Piece[] =
    imitated > 0 ? [['imitated', counted('counts_fakedCalls', imitated)]] : [];
  return [...told.map((text): Piece => ['tools', text]), ...faked];
}

/** A faked call counts once: its marker, which was removed as well, is none of these. */
function markerTexts({ markers, imitated }: Counts): readonly Piece[] {
  const others = Math.max(0, markers - imitated);
  return others > 0 ? [['markers', counted('counts_markersRemoved', others)]] : [];
}
