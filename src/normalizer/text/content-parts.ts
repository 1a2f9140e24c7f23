/** A text part of a message's `content`, as [from, to). */
export interface ContentPart {
  readonly from: number;
  readonly to: number;
  /** How many blocks precede it: the same part has the same number in the next snapshot. */
  readonly block: number;
}

const OPEN = '<details type=';
const CLOSE = '</details>';

/**
 * Finds the text in `content`: what is outside the typed `<details>` blocks in which Open WebUI
 * 0.5.8 to 0.9 keeps reasoning, tool calls and code; a model may write others into its text. The
 * line feeds on either side of a block belong to the block.
 * @param content the whole text of a message so far; a block without an end extends to its end
 * @returns the parts that are not empty, in order
 */
export function findContentParts(content: string): readonly ContentPart[] {
  const parts: ContentPart[] = [];
  let from = 0;
  let block = 0;
  for (;;) {
    const at = findBlock(content, from);
    const to = at === -1 ? content.length : Math.max(from, content[at - 1] === '\n' ? at - 1 : at);
    if (to > from) parts.push({ from, to, block });
    if (at === -1) return parts;
    from = endOfBlock(content, at);
    if (content[from] === '\n') from++;
    block++;
  }
}

/**
 * @param parts ranges of the text as [from, to), ascending
 * @param replace returns the replacement of each of them
 * @returns the text with the parts replaced; what is between them stays
 */
export function replaceParts<Part extends { readonly from: number; readonly to: number }>(
  text: string,
  parts: readonly Part[],
  replace: (piece: string, part: Part) => string,
): string {
  let result = '';
  let at = 0;
  for (const part of parts) {
    result += text.slice(at, part.from) + replace(text.slice(part.from, part.to), part);
    at = part.to;
  }
  return result + text.slice(at);
}

/** @returns the offset of the next block, which must begin a line, or -1 */
function findBlock(content: string, from: number): number {
  if (content.startsWith(OPEN, from)) return from;
  const lineFeed = content.indexOf(`\n${OPEN}`, from);
  return lineFeed === -1 ? -1 : lineFeed + 1;
}

/**
 * @returns the offset after the block at `at`; a server quotes or escapes its content, so only a
 * separate line ends it
 */
function endOfBlock(content: string, at: number): number {
  const close = content.indexOf(`\n${CLOSE}`, at);
  return close === -1 ? content.length : close + 1 + CLOSE.length;
}
