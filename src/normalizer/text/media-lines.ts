import type { CompiledRules } from '../rules/compile-rules.ts';
import TABLE from '../tables/media.json' with { type: 'json' };

/**
 * A line `MEDIA:/srv/cat.png`, by which Hermes hands a file over. Its own apps take the line out of
 * the reply and send the file (gateway/platforms/base.py: `MEDIA_TAG_CLEANUP_RE`, whose anchors and
 * kinds of files these are); its API leaves it in a stream. What stands in a sentence, in a quote
 * or in a code block is none, and neither is a path without one of these kinds. The companion reads
 * the same table.
 */
const LINE = new RegExp(TABLE.line.replaceAll('ENDING', TABLE.endings), 'i');

/** A line with a picture that a gateway of ours put in the place of such a line. */
const SERVED = new RegExp(TABLE.served);

const PICTURE = new RegExp(TABLE.picture, 'i');

/** Where gateways serve pictures, below their own address. */
export const MEDIA_PATH = '/.stream-fixer/media/';

/**
 * @param line a line without its line feed
 * @returns the path in it; null for any other line
 */
export function readMediaLine(line: string): string | null {
  return (line.includes('MEDIA:') && LINE.exec(line)?.[2]) || null;
}

/** Returns whether a line is a picture of a gateway, which no model writes by itself. */
export function isServedPicture(line: string): boolean {
  return SERVED.test(line);
}

/** Returns whether a file is a picture, as far as its name tells. */
export function isPicture(path: string): boolean {
  return PICTURE.test(path);
}

/** @returns the last part of a path of any system */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Returns whether a text, or JSON with it, may contain any of these lines. */
export function mayHoldMedia(text: string): boolean {
  return text.includes('MEDIA:') || text.includes('stream-fixer/media/') || ESCAPED.test(text);
}

const ESCAPED = /stream-fixer\\\/media\\\//;

/** How such lines begin, for the scan of lines. */
function beginning(head: string): CompiledRules['rules'][number] {
  const pattern = { head, slots: [{ name: 'path', after: '' }] };
  return { id: 'hermes/media', tells: 'nothing', pattern, until: null };
}

const HANDED_OVER = [beginning('MEDIA:'), beginning('**MEDIA:')];

/** What a reply is scanned for. */
export const MEDIA_LINES: CompiledRules = { rules: HANDED_OVER, forBlocks: null };

/** What a history is scanned for, in which nothing has to wait: any picture may be one of ours. */
export const SENT_MEDIA_LINES: CompiledRules = {
  rules: [...HANDED_OVER, beginning('![')],
  forBlocks: null,
};
