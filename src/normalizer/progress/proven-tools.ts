import { isHermesWorded, plainEmoji, type Marker } from '../text/marker-grammar.ts';

/**
 * The tools of which a server has certainly written markers into a chat, by their emoji.
 * @param before returns whether one was known before; without it, none was
 */
export function createProvenTools(before: (emoji: string) => boolean = () => false) {
  const found: string[] = [];

  function has(emoji: string): boolean {
    const tool = plainEmoji(emoji);
    return found.includes(tool) || before(tool);
  }

  return {
    add(emoji: string): void {
      const tool = plainEmoji(emoji);
      if (!found.includes(tool)) found.push(tool);
    },
    /** @param emoji with or without its variation selector */
    has,
    /**
     * Returns whether a marker that a model wrote is certainly copied: its words are Hermes' own,
     * or the chat has real ones of its tool. Else it may be any code span that begins with the
     * emoji, such as the name of a file.
     */
    isCopied: (marker: Marker): boolean => isHermesWorded(marker) || has(marker.emoji),
  };
}
