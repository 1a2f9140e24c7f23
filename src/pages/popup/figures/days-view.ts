/** From the figures of the last days to what the popup shows of them. Pure. */
import type { Counts } from '../../../sites/messages.ts';
import type { Day } from '../../../stats/day.ts';
import type { DayCounts } from '../stored-state.ts';
import { dayText, popupTexts } from '../texts.ts';

/** One of the large figures. */
export interface LargeFigure {
  readonly id: keyof Counts;
  /** Today. */
  readonly count: number;
  /** Below it. */
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
  readonly figures: readonly LargeFigure[];
  /** Newest first: today, and the days on which anything was counted. Made when it is asked for: naming days takes a moment. */
  readonly rows: () => readonly DayRow[];
  readonly ever: Counts;
  /** Nothing was ever counted here. */
  readonly empty: boolean;
}

/** In the order in which they stand. */
export const FIGURES = ['markers', 'tools', 'imitated'] as const;

/**
 * @param days without gaps, oldest first, today last; none counts as a day without figures
 * @param ever sums over all times
 */
export function daysView(days: readonly DayCounts[], ever: Counts): DaysView {
  const today = days.at(-1);
  return {
    figures: FIGURES.map((id) => {
      const count = today?.counts[id] ?? 0;
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
    empty: FIGURES.every((id) => ever[id] === 0),
  };
}
