/**
 * The emoji that Hermes 0.7 and 0.8 put into inline markers: one per built-in tool, and the default ⚡. Source:
 * NousResearch/hermes-agent 0.8.0 tool registry. Written without the variation selector U+FE0F, which UIs and models
 * drop or add at will.
 */
export const LISTED_EMOJI: readonly string[] = [
  '💻',
  '⚙',
  '🔍',
  '📄',
  '📖',
  '✍',
  '🔧',
  '🔎',
  '🐍',
  '🔀',
  '📋',
  '🧠',
  '📚',
  '📝',
  '⏰',
  '❓',
  '🌐',
  '📸',
  '👆',
  '⌨',
  '📜',
  '◀',
  '🚪',
  '🖼',
  '👁',
  '🖥',
  '🎨',
  '🔊',
  '📨',
  '🏠',
  '🧪',
  '🔮',
  '⚡',
];

const VARIATION_SELECTOR = '\uFE0F';

/**
 * Reads a listed emoji, with or without its variation selector.
 * @param text any text
 * @param at offset in UTF-16 units where the emoji should begin
 * @returns the offset after the emoji, or -1 if none begins there
 */
export function endOfListedEmoji(text: string, at: number): number {
  for (const emoji of LISTED_EMOJI) {
    if (!text.startsWith(emoji, at)) continue;
    const end = at + emoji.length;
    return text[end] === VARIATION_SELECTOR ? end + 1 : end;
  }
  return -1;
}

/**
 * Returns whether more text could turn this into a listed emoji; an emoji can be cut in the middle of its surrogate
 * pair.
 * @param text a short text, from where the emoji should begin to what has arrived so far
 */
export function mayBecomeListedEmoji(text: string): boolean {
  return LISTED_EMOJI.some((emoji) => emoji.startsWith(text) || text === emoji || text === emoji + VARIATION_SELECTOR);
}
