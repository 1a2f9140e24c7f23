import { LANGUAGE, type Language } from './language.ts';
import { createNumbers } from './numbers.ts';

/** How one language writes counts, times and sizes, and joins sentences. */
export interface Formats {
  /** "2,000". */
  figure(count: number): string;
  /** "950", "12.3K": see Numbers. */
  short(count: number): string;
  /** "1 chat", "2,000 chats": for languages with one form for one and another for the rest. */
  count(count: number, one: string, other: string): string;
  /** "3 March", or "3 March 2025" where that is another year. @param when milliseconds since 1970, as `now` */
  day(when: number, now: number): string;
  /** "3 March 2026 at 14:05". @param when milliseconds since 1970 */
  moment(when: number): string;
  /** "812 bytes", "12 kB", "3.4 MB". */
  size(bytes: number): string;
  /** One behind the other; those that are empty or missing are left out. */
  sentences(...parts: readonly (string | false | null)[]): string;
}

/** Nothing is between their sentences. */
const WITHOUT_SPACES: readonly Language[] = ['zh-CN', 'ja'];

/** @returns the tag for Intl: English dates are written as in the English of the other texts */
export function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : language;
}

export function createFormats(language: Language): Formats {
  const locale = localeOf(language);
  const { figure, short, isOne } = createNumbers(language);
  // Only when they are needed: each takes the browser a moment to set up.
  const moments = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }));

  function unit(value: number, name: 'byte' | 'kilobyte' | 'megabyte'): string {
    const digits = name === 'megabyte' ? 1 : 0;
    const shape = {
      style: 'unit',
      unit: name,
      unitDisplay: name === 'byte' ? 'long' : 'short',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    } as const;
    return new Intl.NumberFormat(locale, shape).format(value);
  }

  return {
    figure,
    short,
    count: (count, one, other) => `${figure(count)} ${isOne(count) ? one : other}`,
    day(when, now) {
      const date = new Date(when);
      const year = date.getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric';
      return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year }).format(date);
    },
    moment: (when) => moments().format(new Date(when)),
    size(bytes) {
      if (bytes < 1000) return unit(bytes, 'byte');
      return bytes < 1_000_000 ? unit(bytes / 1000, 'kilobyte') : unit(bytes / 1_000_000, 'megabyte');
    },
    sentences: (...parts) => parts.filter(Boolean).join(WITHOUT_SPACES.includes(language) ? '' : ' '),
  };
}

/** In the language of the browser. */
export const formats = createFormats(LANGUAGE);

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
