/**
 * What is compared of a text: letters and digits alone. A page shows the words that it was sent, whatever it makes of the
 * marks between them. Pure.
 */

/** Letters and digits by which a text is known among others. */
export const ENOUGH = 64;
/** The least of a text that still runs, so that it may go on otherwise. */
export const LEAST = 12;

const NO_WORD = /[^\p{L}\p{N}]+/gu;
/** A model's thoughts in the text itself: pages fold them away. */
const THOUGHTS = /^\s*<think>[^]*?(?:<\/think>|$)/;
/** What is not shown as it was sent: addresses behind links, elements. */
const UNSEEN = /\]\([^)\s]*\)?|<[^>\n]*>?/g;
/** From a formula on, nobody knows what is shown. */
const FORMULA = /\$|\\[([]/;

/** @returns the letters and digits of a text that a page shows */
export function lettersOf(shown: string): string {
  return shown.replace(NO_WORD, '');
}

/** @returns what a page is to show of the beginning of a reply in Markdown; '' where nobody can tell */
export function wordsOf(beginning: string): string {
  const [plain = ''] = beginning.replace(THOUGHTS, '').split(FORMULA, 1);
  return lettersOf(plain.replace(UNSEEN, ' ')).slice(0, ENOUGH);
}

/**
 * @param shown letters and digits of the page, from where a text begins
 * @param words from `wordsOf`
 * @param ends the page shows no more of that text for now
 * @param whole the words are all that the reply says
 * @returns how many letters and digits speak for it; 0 where the page shows something else, or too little to tell
 */
export function agreement(
  shown: string,
  words: string,
  { ends, whole }: { readonly ends: boolean; readonly whole: boolean },
): number {
  if (words === '') return 0;
  if (whole && words.length < LEAST) return ends && shown === words ? words.length : 0;
  if (shown.startsWith(words)) return words.length >= LEAST ? words.length : 0;
  return ends && shown.length >= LEAST && words.startsWith(shown) ? shown.length : 0;
}
