/** @returns a noun of a sentence with its article: "a block", "an item" */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** @returns the type of a JSON value; lists and null have their own */
export function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return value === null ? 'null' : typeof value;
}

/**
 * @returns a sentence: `"usage" of a chunk is a list, not an object.`
 * @param of what has the field
 */
export function mistyped(path: string, of: string, value: unknown, type: string): string {
  const what = value === null ? 'null' : withArticle(typeOf(value));
  return `"${path}" of ${of} is ${what}, not ${withArticle(type)}.`;
}
