/**
 * The languages of the product. A catalogue is one object of words for each feature, written in English first; the same
 * shape in every other language is asked for by its type, so that a missing word does not compile.
 */

/** Languages besides English. */
export const TRANSLATIONS = ['de', 'es', 'fr', 'zh-CN', 'ja'] as const;
export type Translation = (typeof TRANSLATIONS)[number];
export type Language = 'en' | Translation;

/** The shape of a catalogue with any words in it. */
export type Words<T> = T extends string
  ? string
  : T extends (...args: infer A) => infer R
    ? (...args: A) => Words<R>
    : { readonly [K in keyof T]: Words<T[K]> };

/** The code under which browsers know a language that nobody speaks, for finding words that are in no catalogue. */
export const PSEUDO = 'en-XA';

/**
 * @param tag a language tag such as `de-AT` or `zh-Hans-SG`
 * @returns the language to show; English for what is not spoken here. Traditional Chinese readers get English
 */
export function languageOf(tag: string): Language {
  const [base = '', ...rest] = tag.toLowerCase().split('-');
  if (base === 'zh') return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'en' : 'zh-CN';
  return TRANSLATIONS.find((known) => known === base) ?? 'en';
}

/** The tag of the language the browser speaks; read once, as the words of a page do not change while it is open. */
const TAG = globalThis.navigator?.language ?? 'en';

/** The language to show. */
export const LANGUAGE: Language = languageOf(TAG);

/**
 * Chooses the words of one feature.
 * @param en the English ones
 * @param others the same in every other language
 */
export function pickWords<T>(en: T, others: Readonly<Record<Translation, Words<T>>>): Words<T> {
  if (TAG === PSEUDO) return pseudo(en) as Words<T>;
  return LANGUAGE === 'en' ? (en as Words<T>) : others[LANGUAGE];
}

/** @returns the same with every word accented, a third longer and in brackets: what is without them comes from elsewhere */
export function pseudo(words: unknown): unknown {
  if (typeof words === 'string') return stretch(words);
  if (typeof words === 'function') return (...args: unknown[]) => pseudo(words(...args));
  if (Array.isArray(words)) return words.map(pseudo);
  if (typeof words !== 'object' || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, pseudo(value)]));
}

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
};

function stretch(text: string): string {
  if (text === '') return text;
  const accented = text.replace(/[aeiou]/gi, (letter) => ACCENTS[letter] ?? letter);
  return `⟦${accented}${'·'.repeat(Math.ceil(text.length / 3))}⟧`;
}
