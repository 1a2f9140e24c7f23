/** How charts write shares, large counts and days. */
import { createFormats, localeOf } from '../../../languages/formats.ts';
import { lazy } from '../../../lib/lazy.ts';
import { language } from '../../../languages/messages.ts';
import { noonOf } from '../../../stats/calendar.ts';
import type { Day } from '../../../stats/day.ts';

export interface ChartFormats {
  /** "12 %" and, below ten of a hundred, "2.5 %". @param share of 1 */
  share(share: number): string;
  /** "950", "12K": fits beside a chart. */
  short(count: number): string;
  /** "22 Nov". */
  shortDay(day: Day): string;
  /** "22 November", with the year if it differs from that of `today`. */
  longDay(day: Day, today: Day): string;
}

/** @param tag a language as a BCP 47 tag */
export function createChartFormats(tag: string): ChartFormats {
  const locale = localeOf(tag);
  const { day: dayIn, short } = createFormats(() => tag);
  const percent = (digits: number) =>
    lazy(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }));
  const percents = percent(0);
  const tenths = percent(1);
  const days = lazy(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }));
  return {
    share: (share) => (share < 0.1 ? tenths() : percents()).format(share),
    short,
    shortDay: (day) => days().format(noonOf(day)),
    longDay: (day, today) => dayIn(noonOf(day), noonOf(today)),
  };
}

/** In the language that is shown. */
export const { share, short, shortDay, longDay } = createChartFormats(language());
