/** A text prepared for searching in linear time, whatever it looks like (Knuth, Morris and Pratt, 1977). */
export interface Needle {
  readonly text: string;
  /** For each prefix of the text: the length of the longest shorter prefix that it ends with. */
  readonly borders: readonly number[];
}

export function createNeedle(text: string): Needle {
  const borders = [0];
  let length = 0;
  for (let i = 1; i < text.length; i++) {
    while (length > 0 && text[i] !== text[length]) length = borders[length - 1] ?? 0;
    if (text[i] === text[length]) length++;
    borders.push(length);
  }
  return { text, borders };
}

/**
 * Reads each unit of `text` from `from` on at most twice.
 * @param needle not empty
 * @returns the first offset of the needle at or after `from`, or -1
 */
export function findNeedle({ text: wanted, borders }: Needle, text: string, from: number): number {
  let length = 0;
  for (let i = from; i < text.length;) {
    if (text.charCodeAt(i) === wanted.charCodeAt(length)) {
      i++;
      if (++length === wanted.length) return i - length;
    } else if (length > 0) length = borders[length - 1] ?? 0;
    else i++;
  }
  return -1;
}
