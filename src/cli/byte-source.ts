import { concat } from '../lib/bytes.ts';

/** Bytes that come in pieces, with a look at those that come next. */
export interface ByteSource {
  /** @returns the next bytes, `count` of them or more unless the end comes before; they stay */
  peek(count: number): Uint8Array;
  /** Drops bytes that were peeked. */
  skip(count: number): void;
  /** Everything that is left, in pieces. */
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
