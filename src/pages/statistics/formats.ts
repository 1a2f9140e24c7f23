/** How the statistics write shares and days, in the language that is shown. */
import { formats, localeOf } from '../../languages/formats.ts';
import { language } from '../../languages/messages.ts';
import { lazy } from '../../lib/lazy.ts';
import { noonOf, type Day } from '../../stats/calendar.ts';

const percents = lazy(() => percentFormat(0));
const tenths = lazy(() => percentFormat(1));

function percentFormat(maximumFractionDigits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(localeOf(language()), { style: 'percent', maximumFractionDigits });
}

/** "12 %", and below ten of a hundred "2.5 %". @param share of 1 */
export function percent(share: number): string {
  return (share < 0.1 ? tenths() : percents()).format(share);
}

/** "22 November", with the year if it is not this one. */
export function dayText(day: Day): string {
  return formats.day(noonOf(day), Date.now());
}
