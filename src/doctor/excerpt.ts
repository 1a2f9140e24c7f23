import { maskSecrets } from '../normalizer/json/mask.ts';

/** Longest excerpt of a frame, in UTF-16 units. */
export const MAX_EXCERPT = 300;
/** Longest name that is kept: of an event, a tool, a finish reason. */
export const MAX_NAME = 80;

/** UTF-16 units behind an excerpt by which a secret is recognised that ends there. */
const BEHIND = 500;

/**
 * Cuts a short piece of a stream that is safe to print, and to put into a public issue: secrets are
 * masked as in a copied recording; line feeds are shown as ⏎; other control characters, and those
 * that change the direction of text, are written as escapes, because a terminal obeys some of them.
 * @param text of any length and content
 * @param max UTF-16 units; longer text is cut and ends with an ellipsis
 */
export function excerptOf(text: string, max = MAX_EXCERPT): string {
  const head = cut(maskSecrets(cut(text, max + BEHIND)), max).replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    toEscape,
  );
  return text.length <= max && head.length <= max ? head : cut(head, max) + '…';
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}

function toEscape(character: string): string {
  if (character === '\n') return ' ⏎ ';
  if (character === '\r') return '\\r';
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
