import { concat } from '../../lib/bytes.ts';

/** Reads bytes that arrive in pieces, with lookahead. */
export interface ByteSource {
  /** @returns the next bytes, at least `count` unless the input ends before; does not consume them */
  peek(count: number): Uint8Array;
  /** Drops bytes that were peeked. */
  skip(count: number): void;
  /** Returns everything that is left, in pieces. */
  rest(): Iterable<Uint8Array>;
}

export function createByteSource(pieces: Iterable<Uint8Array>): ByteSource {
  const more = pieces[Symbol.iterator]();
  let next: Uint8Array = new Uint8Array();

  function* rest(): Generator<Uint8Array> {
    if (next.length > 0) yield next;
    next = new Uint8Array();
    for (let piece = more.next(); !piece.done; piece = more.next()) yield piece.value;
  }

  return {
    peek(count) {
      const parts = [next];
      for (let length = next.length; length < count;) {
        const piece = more.next();
        if (piece.done) break;
        parts.push(piece.value);
        length += piece.value.length;
      }
      next = concat(parts);
      return next;
    },
    skip(count) {
      next = next.subarray(count);
    },
    rest,
  };
}
