import { moveToStart, NO_BYTES, put, view, zeros } from '../../lib/bytes.ts';

/** The last bytes of what was added, in a separate buffer. */
export interface LastBytes {
  add(bytes: Uint8Array): void;
  /** @returns a view of at most as many bytes as are kept */
  get(): Uint8Array;
}

/** @param limit how many bytes are kept; adding copies at most twice as many, however much is added */
export function createLastBytes(limit: number): LastBytes {
  /** Twice the limit, so that the content need not move with each addition. */
  let buffer = NO_BYTES;
  let length = 0;
  return {
    add(bytes) {
      if (length === 0) buffer = zeros(2 * limit);
      const last = bytes.length > limit ? view(bytes, bytes.length - limit) : bytes;
      if (length + last.length > buffer.length) {
        moveToStart(buffer, length - limit, length);
        length = limit;
      }
      put(buffer, last, length);
      length += last.length;
    },
    get: () => view(buffer, Math.max(0, length - limit), length),
  };
}
