/** Why a body cannot be read as a reply at all. */
export interface BodyFault {
  readonly id: 'compressed-body' | 'binary-body' | 'html-page' | 'chunk-sizes';
  readonly words?: string;
}

/**
 * The transfer coding of HTTP/1.1 in a raw capture: each chunk follows a line with its size in hex.
 */
const CHUNK_SIZE = /^[\da-f]{1,8}[ \t]*(?:;[^\r\n]{0,200})?\r\n(?:(?:data|event|id|retry)?:|[{[])/i;

const MAGIC: readonly { readonly name: string; readonly bytes: readonly number[] }[] = [
  { name: 'gzip', bytes: [0x1f, 0x8b, 0x08] },
  { name: 'zstd', bytes: [0x28, 0xb5, 0x2f, 0xfd] },
];

/** The remains of gzip when its bytes are decoded as text: 8b becomes the replacement character. */
const SPOILED_GZIP = [0x1f, 0xef, 0xbf, 0xbd, 0x08];

/**
 * @param head the first bytes of a body
 * @param encoding value of the header `content-encoding`, or null
 * @returns null for a body that can be read
 */
export function findBodyFault(head: Uint8Array, encoding: string | null = null): BodyFault | null {
  const magic = MAGIC.find(({ bytes }) => startsWith(head, bytes));
  if (magic) return { id: 'compressed-body', words: `The body is compressed (${magic.name}).` };
  if (startsWith(head, SPOILED_GZIP)) {
    return {
      id: 'compressed-body',
      words:
        'The body was compressed (gzip), and something read its bytes as text: it cannot be restored.',
    };
  }
  const text = new TextDecoder().decode(head);
  if (CHUNK_SIZE.test(text)) return { id: 'chunk-sizes' };
  if (isBinary(head, text)) {
    const named = /\b(?:br|gzip|deflate|zstd)\b/i.exec(encoding ?? '')?.[0];
    return named
      ? { id: 'compressed-body', words: `The body is compressed (${named.toLowerCase()}).` }
      : { id: 'binary-body' };
  }
  return /^\s*(?:<!--[^]{0,500}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i.test(text)
    ? { id: 'html-page' }
    : null;
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return head.length >= bytes.length && bytes.every((byte, i) => head[i] === byte);
}

/**
 * Returns whether a body is binary. Text has no zeros, and few bytes that are not UTF-8: the end of
 * the head cuts off one character at most.
 */
function isBinary(head: Uint8Array, text: string): boolean {
  if (head.includes(0)) return true;
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  return broken > 1 && broken * 10 > text.length;
}
