/** How charts write shares, large counts and days. */
import { createFormats, localeOf } from '../../../languages/formats.ts';
import { LANGUAGE, type Language } from '../../../languages/language.ts';
import { noonOf } from '../../../stats/calendar.ts';
import type { Day } from '../../../stats/day.ts';

export interface ChartFormats {
  /** "12 %" and, below ten of a hundred, "2.5 %". @param share of 1 */
  share(share: number): string;
  /** "950", "12K": fits beside a chart. */
  short(count: number): string;
  /** "22 Nov". */
  shortDay(day: Day): string;
  /** "22 November", with the year where it is another than that of `today`. */
  longDay(day: Day, today: Day): string;
}

export function createChartFormats(language: Language): ChartFormats {
  const locale = localeOf(language);
  const { day: dayIn, short } = createFormats(language);
  return {
    share: (share) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share),
    short,
    shortDay: (day) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(noonOf(day)),
    longDay: (day, today) => dayIn(noonOf(day), noonOf(today)),
  };
}

/** In the language of the browser. */
export const { share, short, shortDay, longDay } = createChartFormats(LANGUAGE);
