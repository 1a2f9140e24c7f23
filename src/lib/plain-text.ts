/** Longest name shown, in UTF-16 units; the layout shortens the line itself. */
export const MAX_NAME = 300;
/** Longest emoji field shown: some servers send words in it. */
const MAX_EMOJI = 24;

// Direction overrides and other invisible characters could make a label read as something else, and
// control characters could break the line. Only what joins two emoji stays.
const UNSEEN =
  /(?:[\p{Cc}\p{Zl}\p{Zp}]|(?!(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d\p{Extended_Pictographic})\p{Cf})+/gu;

/**
 * Makes one plain line of whatever a server sent.
 * @param text text of any length, or null
 * @param max longest result in UTF-16 units; a cut never splits a surrogate pair and ends with an
 * ellipsis
 * @returns one line without control characters, '' if nothing is left
 */
export function oneLine(text: string | null, max = MAX_NAME): string {
  if (!text) return '';
  const line = text
    .slice(0, max * 4)
    .replace(UNSEEN, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  return `${endsInHalfPair(cut) ? cut.slice(0, -1) : cut}…`;
}

/** The emoji field, which may be a picture, a word ("video") or empty. */
export function emojiText(text: string | null): string {
  return oneLine(text, MAX_EMOJI);
}

function endsInHalfPair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}
