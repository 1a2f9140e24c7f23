import { concat, NO_BYTES, put, view, zeros } from '../../lib/bytes.ts';

/** A buffer of this many bytes or fewer serves the next frame, too. */
const REUSED = 4096;
/** Up to this many bytes a loop is faster than a call of `set`. */
const FEW = 16;

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
      if (length + chunk.length > buffer.length)
        buffer = concat([view(buffer, 0, length), zeros(length + chunk.length)]);
      if (chunk.length > FEW) put(buffer, chunk, length);
      else for (let i = 0; i < chunk.length; i++) buffer[length + i] = chunk[i] ?? 0;
      length += chunk.length;
    },
    clear() {
      if (buffer.length > REUSED) buffer = NO_BYTES;
      length = 0;
    },
  };
}
