import { plainEmoji } from '../text/marker-grammar.ts';

/**
 * The tools of which a server has certainly written markers into a chat, by their emoji.
 * @param before returns whether one was known before; without it, none was
 */
export function createProvenTools(before: (emoji: string) => boolean = () => false) {
  const found: string[] = [];

  return {
    add(emoji: string): void {
      const tool = plainEmoji(emoji);
      if (!found.includes(tool)) found.push(tool);
    },
    /** @param emoji with or without its variation selector */
    has(emoji: string): boolean {
      const tool = plainEmoji(emoji);
      return found.includes(tool) || before(tool);
    },
  };
}
