import { lazy } from '../lib/lazy.ts';
import { language, message } from './messages.ts';
import { createNumbers } from './numbers.ts';

/** @returns the tag for Intl: English dates are written as in the English of the other texts */
export function localeOf(tag: string): string {
  return tag === 'en' ? 'en-GB' : tag;
}

/**
 * How one language writes counts, times and sizes, and joins sentences. Times are in milliseconds since 1970.
 * @param tag called when it is first needed: a language as a BCP 47 tag
 */
export function createFormats(tag: () => string) {
  // Created on first use: each takes the browser a moment to set up.
  const numbers = lazy(() => createNumbers(tag()));
  const moments = dates({ dateStyle: 'long', timeStyle: 'short' });
  const days = dates({ day: 'numeric', month: 'long' });
  const daysWithYear = dates({ day: 'numeric', month: 'long', year: 'numeric' });
  const inBytes = units('byte', 'long', 0);
  const inKilobytes = units('kilobyte', 'short', 0);
  const inMegabytes = units('megabyte', 'short', 1);

  function dates(shape: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
    return lazy(() => new Intl.DateTimeFormat(localeOf(tag()), shape));
  }

  function units(unit: string, unitDisplay: 'long' | 'short', digits: number): () => Intl.NumberFormat {
    const shape = {
      style: 'unit',
      unit,
      unitDisplay,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    } as const;
    return lazy(() => new Intl.NumberFormat(localeOf(tag()), shape));
  }

  return {
    /** "2,000". */
    figure: (count: number) => numbers().figure(count),
    /** "950", "12.3K": see Numbers. */
    short: (count: number) => numbers().short(count),
    /** "3 March", or "3 March 2025" in another year. */
    day(when: number, now: number): string {
      const date = new Date(when);
      const isThisYear = date.getFullYear() === new Date(now).getFullYear();
      return (isThisYear ? days() : daysWithYear()).format(date);
    },
    /** "3 March 2026 at 14:05". */
    moment: (when: number) => moments().format(new Date(when)),
    /** "812 bytes", "12 kB", "3.4 MB". */
    size(bytes: number): string {
      if (bytes < 1000) return inBytes().format(bytes);
      return bytes < 1_000_000 ? inKilobytes().format(bytes / 1000) : inMegabytes().format(bytes / 1_000_000);
    },
    /** Joins sentences; empty and missing ones are left out. */
    sentences: (...parts: readonly (string | false | null)[]) => joined('sentences', parts.filter(isText)),
    /** "one, two, three". */
    list: (parts: readonly string[]) => joined('list', parts),
  };
}

/** In the language that is shown. */
export const formats = createFormats(language);

/** @param how a text with one place for the first part and one for the next */
function joined(how: 'sentences' | 'list', parts: readonly string[]): string {
  return parts.length === 0 ? '' : parts.reduce((first, next) => message(how, first, next));
}

function isText(part: string | false | null): part is string {
  return typeof part === 'string' && part !== '';
}
