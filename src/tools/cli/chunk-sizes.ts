import { latin1 } from './latin1.ts';

/** The transfer coding of HTTP/1.1 in a raw capture: each chunk follows a line with its size in hex. */

const SIZE_LINE = /^([0-9a-fA-F]{1,8})[ \t]*(?:;[^\r\n]{0,200})?\r\n/;
/** Bytes of the longest line with a size. */
const MAX_LINE = 256;

/**
 * @param start the first bytes of a body, some kilobytes if available
 * @param isDeclared the headers say `Transfer-Encoding: chunked`
 */
export function hasChunkSizes(start: Uint8Array, isDeclared: boolean): boolean {
  const text = latin1(start);
  const found = SIZE_LINE.exec(text);
  if (!found) return false;
  const end = found[0].length + Number.parseInt(found[1] ?? '', 16);
  if (end + 2 <= start.length) return text.startsWith('\r\n', end) && end > found[0].length;
  return isDeclared || /^(?:data|event|id|retry)?:|^\{/.test(text.slice(found[0].length));
}

/** Yields the body without its chunk sizes; unchanged from the first place on that is not a chunk. */
export function* withoutChunkSizes(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  /** Bytes of the current chunk yet to come, including its line end; 0 if a size is next. */
  let left = 0;
  let line = '';
  let isOver = false;
  let isLost = false;

  for (const piece of pieces) {
    let at = 0;
    while (at < piece.length && !isLost && !isOver) {
      if (left > 2) {
        const end = Math.min(piece.length, at + left - 2);
        yield piece.subarray(at, end);
        left -= end - at;
        at = end;
      } else if (left > 0) {
        // The line end after a chunk.
        left--;
        at++;
      } else {
        line += String.fromCharCode(piece[at++] ?? 0);
        if (!line.endsWith('\n') && line.length < MAX_LINE) continue;
        const size = SIZE_LINE.exec(line)?.[1];
        if (size === undefined) isLost = true;
        else if (/^0+$/.test(size)) isOver = true;
        else left = Number.parseInt(size, 16) + 2;
        if (isLost) yield Buffer.from(line, 'latin1');
        line = '';
      }
    }
    if (isLost && at < piece.length) yield piece.subarray(at);
  }
  if (line !== '' && !isOver) yield Buffer.from(line, 'latin1');
}
