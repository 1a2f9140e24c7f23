import { concat, copy, NO_BYTES, put, view, zeros } from '../../lib/bytes.ts';

/** The beginning of a frame whose end has not arrived, in a separate buffer that grows by doubling. */
export interface FrameTail {
  length(): number;
  /** @returns the bytes kept so far, followed by `chunk`; `chunk` itself if nothing is kept */
  join(chunk: Uint8Array): Uint8Array;
  /** Returns the last bytes kept, at most `count`. */
  last(count: number): Uint8Array;
  endsWith(byte: number): boolean;
  add(chunk: Uint8Array): void;
  clear(): void;
}

/** Creates an empty tail. Added bytes are copied, because a page may transfer the buffer of a chunk. */
export function createFrameTail(): FrameTail {
  /** The first `length` bytes are in use. */
  let buffer = NO_BYTES;
  let length = 0;
  return {
    length: () => length,
    join: (chunk) => (length === 0 ? chunk : concat([view(buffer, 0, length), chunk])),
    last: (count) => view(buffer, Math.max(0, length - count), length),
    endsWith: (byte) => length > 0 && buffer[length - 1] === byte,
    add(chunk) {
      if (length === 0) buffer = copy(chunk);
      else if (length + chunk.length <= buffer.length) put(buffer, chunk, length);
      else buffer = concat([view(buffer, 0, length), chunk, zeros(length + chunk.length)]);
      length += chunk.length;
    },
    clear() {
      buffer = NO_BYTES;
      length = 0;
    },
  };
}
