/** Longest id of a chat or a message, in UTF-16 units: theirs are UUIDs, some with a short prefix. */
export const MAX_ID = 200;

/**
 * Returns whether `value` can be Open WebUI's id of a chat or a message. It may contain anything: ids are only compared
 * and looked up, never part of a selector or of HTML.
 */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID;
}
