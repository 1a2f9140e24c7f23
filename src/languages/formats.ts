import { lazy } from '../lib/lazy.ts';
import { figure, language, message } from './messages.ts';

// Created on first use: each takes the browser a moment to set up.
const compact = numbers({ notation: 'compact', maximumFractionDigits: 1 });
const percents = numbers({ style: 'percent' });
const tenths = numbers({ style: 'percent', maximumFractionDigits: 1 });
const moments = dates({ dateStyle: 'long', timeStyle: 'short' });
const times = dates({ timeStyle: 'short' });
const seconds = dates({ timeStyle: 'medium' });
const days = dates({ day: 'numeric', month: 'long' });
const daysWithYear = dates({ day: 'numeric', month: 'long', year: 'numeric' });

/**
 * How the language that is shown writes counts, times and sizes, and joins sentences. Times are in
 * milliseconds since 1970.
 */
export const formats = {
  /** "2,000". */
  figure,
  /** "950", "12.3K", "1.2M": at most one decimal place. */
  short: (count: number) => compact().format(count),
  /** "12 %", and below ten of a hundred "2.5 %". @param share of 1 */
  percent: (share: number) => (share < 0.1 ? tenths() : percents()).format(share),
  /** "14:05". */
  time: (when: number) => times().format(when),
  /** "14:05:33". */
  second: (when: number) => seconds().format(when),
  /** "3 March", or "3 March 2025" in another year. */
  day(when: number, now: number): string {
    const date = new Date(when);
    const isThisYear = date.getFullYear() === new Date(now).getFullYear();
    return (isThisYear ? days() : daysWithYear()).format(date);
  },
  /** "3 March 2026 at 14:05". */
  moment: (when: number) => moments().format(new Date(when)),
  /** Joins sentences; empty and missing ones are left out. */
  sentences: (...parts: readonly (string | false | null)[]) =>
    joined('sentences', parts.filter(isText)),
  /** "one, two, three". */
  list: (parts: readonly string[]) => joined('list', parts),
};

function numbers(shape: Intl.NumberFormatOptions): () => Intl.NumberFormat {
  return lazy(() => new Intl.NumberFormat(language(), shape));
}

/** English dates are written as in the English of the other texts. */
function dates(shape: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return lazy(() => new Intl.DateTimeFormat(language() === 'en' ? 'en-GB' : language(), shape));
}

/** @param how a text with one place for the first part and one for the next */
function joined(how: 'sentences' | 'list', parts: readonly string[]): string {
  return parts.length === 0 ? '' : parts.reduce((first, next) => message(how, first, next));
}

function isText(part: string | false | null): part is string {
  return typeof part === 'string' && part !== '';
}
