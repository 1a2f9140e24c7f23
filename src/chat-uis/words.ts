/**
 * Reduces a text to what is compared: letters and digits only. A page shows the words it was sent,
 * whatever it does to the characters between them. Pure.
 */

/** Letters and digits that are enough to tell a text from others. */
export const ENOUGH = 64;
/**
 * Fewest letters and digits to compare while a text is still growing and may continue differently.
 */
export const LEAST = 12;

const NO_WORD = /[^\p{L}\p{N}]+/gu;
/** A model's thoughts inside the text: pages collapse them. */
const THOUGHTS = /^\s*<think>[^]*?(?:<\/think>|$)/;
/** What is not shown as it was sent: link targets, elements. */
const UNSEEN = /\]\([^)\s]*\)?|<[^>\n]*>?/g;
/** From a formula on, what is shown is unpredictable. */
const FORMULA = /\$|\\[([]/;

/** @returns the letters and digits of a text in the page */
export function lettersOf(shown: string): string {
  return shown.replace(NO_WORD, '');
}

/**
 * @returns the letters and digits that a page will show of the beginning of a reply in Markdown; ''
 * if unpredictable
 */
export function wordsOf(beginning: string): string {
  const [plain = ''] = beginning.replace(THOUGHTS, '').split(FORMULA, 1);
  return lettersOf(plain.replace(UNSEEN, ' ')).slice(0, ENOUGH);
}

/**
 * @param shown letters and digits of the page, from the start of a text
 * @param words from `wordsOf`
 * @param ends the page shows no more of that text for now
 * @param whole the words are the complete reply
 * @returns how many letters and digits match; 0 if the page shows something else, or too little to
 * tell
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
