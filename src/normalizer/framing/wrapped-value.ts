const BEFORE = '{"value":';

/**
 * @returns JSON text of an object whose field `value` is the given JSON text, because all readers expect messages to be
 * objects
 */
export function wrapValue(data: string): string {
  return `${BEFORE}${data}}`;
}

/** @returns the JSON text of `value`; the opposite of `wrapValue` */
export function unwrapValue(data: string): string {
  return data.slice(BEFORE.length, -1);
}
