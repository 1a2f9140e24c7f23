/**
 * Finds progress markers by a simple rule of its own: the demo must not judge the product by the
 * product's code.
 */

/** A line that is one code span and begins with an emoji. */
const MARKER_LINE = /^`\p{Extended_Pictographic}\uFE0F? [^\n]+`[ \t]*$/gmu;

/** @returns how many markers are in the text */
export function countMarkers(text: string): number {
  return text.match(MARKER_LINE)?.length ?? 0;
}

/** @returns how many markers are in the assistant messages of a conversation */
export function markersIn(
  messages: readonly { readonly role: string; readonly content: unknown }[],
): number {
  return messages
    .filter(({ role }) => role === 'assistant')
    .reduce(
      (sum, { content }) => sum + (typeof content === 'string' ? countMarkers(content) : 0),
      0,
    );
}
