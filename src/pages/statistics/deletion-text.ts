/** What a deletion would delete, in words. */
import type { Day } from '../../stats/day.ts';
import { sumDays, type DayEntry } from '../../stats/read-figures.ts';
import { hasFigures } from '../../stats/add-figures.ts';
import { longDay } from './charts/chart-formats.ts';
import { statisticsTexts as texts } from './texts.ts';

export interface Deletion {
  readonly days: number;
  readonly replies: number;
  /** The earliest day with counts; null if there is none. */
  readonly first: Day | null;
  readonly today: Day;
}

/** @param days all days kept, oldest first and today last */
export function deletionOf(days: readonly DayEntry[]): Deletion {
  const told = days.filter(({ figures }) => hasFigures(figures));
  return {
    days: told.length,
    replies: sumDays(told).replies,
    first: told[0]?.day ?? null,
    today: days.at(-1)?.day ?? '',
  };
}

export function deletionText({ days, replies, first, today }: Deletion): string {
  return first === null ? texts.wouldDeleteSums : texts.wouldDelete(days, replies, longDay(first, today));
}
