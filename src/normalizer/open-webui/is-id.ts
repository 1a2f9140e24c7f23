/** Longest id of a chat or a message, in UTF-16 units: theirs are UUIDs, some with a short word before. */
export const MAX_ID = 200;

/**
 * Whether `value` can be what Open WebUI calls a chat or a message. It may hold anything: it is only ever compared and
 * looked up, never part of a selector or of HTML.
 */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID;
}
