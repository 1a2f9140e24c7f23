/** Turns the counts of the last days into what the popup shows of them. Pure. */
import type { Counts, Day } from '../../../stats/day.ts';
import type { DayCounts } from '../stored-state.ts';
import { dayText, popupTexts } from '../texts.ts';

/** What the large figures cover: the shortest period with any counts. */
export type Period = 'today' | 'lastDays' | 'ever';

/** One of the large figures. */
export interface LargeFigure {
  readonly id: keyof Counts;
  /** In the period that is shown. */
  readonly count: number;
  /** The text below it. */
  readonly word: string;
  /** What it counts, as the head of a column. */
  readonly column: string;
  /** One for each day, oldest first. */
  readonly days: readonly number[];
}

/** One line of the table behind the figures. */
export interface DayRow {
  readonly day: Day;
  readonly name: string;
  readonly counts: Counts;
}

export interface DaysView {
  readonly period: Period;
  readonly figures: readonly LargeFigure[];
  /** Newest first: today, and the days with any counts. Computed on demand: naming days takes a moment. */
  readonly rows: () => readonly DayRow[];
  readonly ever: Counts;
  /** Nothing was ever counted on this site. */
  readonly empty: boolean;
}

/** In display order. */
export const FIGURES = ['markers', 'tools', 'imitated'] as const;

/**
 * @param days without gaps, oldest first, today last; an empty list counts as a day without counts
 * @param ever all-time totals
 */
export function daysView(days: readonly DayCounts[], ever: Counts): DaysView {
  const today = days.at(-1);
  const sums = sumsOf(days);
  const shown = today && !isNothing(today.counts) ? 'today' : isNothing(sums) ? 'ever' : 'lastDays';
  const counts = { today: today?.counts ?? sums, lastDays: sums, ever }[shown];
  return {
    period: shown,
    figures: FIGURES.map((id) => {
      const count = counts[id];
      return {
        id,
        count,
        word: popupTexts[id](count),
        column: popupTexts.columns[id],
        days: days.map(({ counts }) => counts[id]),
      };
    }),
    rows: () =>
      days
        .filter((entry) => entry === today || FIGURES.some((id) => entry.counts[id] > 0))
        .toReversed()
        .map(({ day, counts }) => ({ day, name: dayText(day, today?.day ?? day), counts })),
    ever,
    empty: isNothing(counts),
  };
}

function isNothing(counts: Counts): boolean {
  return FIGURES.every((id) => counts[id] === 0);
}

function sumsOf(days: readonly DayCounts[]): Counts {
  function sum(id: keyof Counts): number {
    return days.reduce((total, { counts }) => total + counts[id], 0);
  }
  return { markers: sum('markers'), tools: sum('tools'), imitated: sum('imitated') };
}
