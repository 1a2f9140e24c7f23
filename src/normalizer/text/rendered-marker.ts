import { fitsTool, readMarkerLine } from './marker-grammar.ts';

/** Longest text that is searched, in UTF-16 units. */
const MAX_UNITS = 1024 * 1024;

/**
 * What may be a line of its own in markup, which some servers escape once more: only a code span.
 */
const SPAN =
  /(?:^|>|&gt;|\n|\\n)\s{0,8}(?:<|&lt;)code(?:\s[^<>]{0,200})?(?:>|&gt;)([^<>\n]{3,300}?)(?:<|&lt;)\/code(?:>|&gt;)\s{0,8}(?=$|\n|\\n|(?:<|&lt;)(?:\/?p\b|\/?div\b|br\b))/g;

/**
 * Returns whether a text is markup in which a marker stands, as `<p><code>⏰ list</code></p>`: its
 * server has rendered the reply, and nothing is removed from markup.
 */
export function rendersMarker(text: string): boolean {
  if (!text.includes('/code') || text.length > MAX_UNITS) return false;
  return [...text.matchAll(SPAN)].some(([, span = '']) => {
    const marker = readMarkerLine(`\`${plain(span)}\``);
    return marker !== null && fitsTool(marker);
  });
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>' };

/** @returns a text without the escapes of JSON, in which scripts are sent, and of markup */
function plain(text: string): string {
  return text
    .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/&(amp|quot|lt|gt);/g, (_, name: string) => NAMED[name] ?? '');
}
