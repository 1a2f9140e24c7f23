import { createFences } from './fences.ts';

/** A text part of a message's `content`, as [from, to). */
export interface ContentPart {
  readonly from: number;
  readonly to: number;
  /** How many blocks precede it: the same part has the same number in the next snapshot. */
  readonly block: number;
}

const OPEN = '<details';
const CLOSE = '</details>';

/**
 * Finds the text in `content`: what is outside `<details>` blocks, in which Open WebUI 0.5.8 to 0.9 keeps reasoning,
 * tool calls and code. The line feeds on either side of a block belong to the block.
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
  const isInFence = followFences(content, from);
  for (let at = content.indexOf(OPEN, from); at !== -1; at = content.indexOf(OPEN, at + 1)) {
    if (!opensAt(content, at, from)) continue;
    if (isServerBlock(content, at) || !isInFence(at)) return at;
  }
  return -1;
}

function opensAt(content: string, at: number, lineStart: number): boolean {
  if (at !== lineStart && content[at - 1] !== '\n') return false;
  return /[\s>]/.test(content.charAt(at + OPEN.length));
}

/**
 * Returns whether the server made a block: those are typed; a model may write others into its text, HTML examples among
 * them.
 */
function isServerBlock(content: string, at: number): boolean {
  return content.startsWith(' type=', at + OPEN.length);
}

/**
 * @returns a function that tells whether the line at an offset is in a code block; called in ascending order, it reads
 * every line once
 */
function followFences(content: string, from: number): (at: number) => boolean {
  const fences = createFences();
  let read = from;
  return (at) => {
    while (read < at) {
      const end = content.indexOf('\n', read);
      let behind = read;
      fences.beginLine('');
      while (behind < end && fences.step(content.charAt(behind))) behind++;
      if (behind === end) fences.endLine();
      read = end + 1;
    }
    return fences.inside();
  };
}

/**
 * @returns the offset after the block at `at`; a server quotes or escapes its content, so only a separate line ends it
 */
function endOfBlock(content: string, at: number): number {
  const behind = at + OPEN.length;
  if (!isServerBlock(content, at)) return endOfWrittenBlock(content, behind);
  const close = content.indexOf('\n' + CLOSE, behind);
  return close === -1 ? content.length : close + 1 + CLOSE.length;
}

/** Finds the end of a block that a model wrote, perhaps with blocks inside. */
function endOfWrittenBlock(content: string, from: number): number {
  let open = content.indexOf(OPEN, from);
  let depth = 1;
  for (let close = content.indexOf(CLOSE, from); close !== -1; close = content.indexOf(CLOSE, close + 1)) {
    for (; open !== -1 && open < close; open = content.indexOf(OPEN, open + 1)) if (opensAt(content, open, -1)) depth++;
    if (--depth === 0) return close + CLOSE.length;
  }
  return content.length;
}
