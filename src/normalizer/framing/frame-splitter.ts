import { copy, NO_BYTES, put, view, zeros } from '../../lib/bytes.ts';
import type { Framing } from './framing.ts';

/** A frame with more bytes passes unchanged, unless its framing says otherwise. */
export const MAX_FRAME = 8 * 1024 * 1024;

/**
 * Line ends, at most three, that may begin a blank line, and one byte before them, which is none.
 */
const LINE_ENDS = 4;

/**
 * Splits chunks of bytes into whole frames, and keeps the beginning of a frame until its end has
 * arrived.
 * @param onFrame takes each whole frame; its bytes are part of a chunk, or in a buffer of their own
 * @param onLong takes each part of a frame that is too long
 */
export function createFrameSplitter(
  framing: Framing,
  onFrame: (bytes: Uint8Array) => void,
  onLong: (bytes: Uint8Array) => void,
) {
  const { longest = MAX_FRAME } = framing;
  /**
   * Its first `length` bytes begin a frame. Filled, so that a long frame is not copied again with
   * every chunk.
   */
  let tail = NO_BYTES;
  let length = 0;
  /** The bytes being split, and how many of them were passed on. */
  let bytes = NO_BYTES;
  let taken = 0;
  /** In the middle of a frame that is too long to be held. */
  let isLong = false;

  function keep(more: Uint8Array): void {
    if (length + more.length > tail.length) {
      const longer = zeros(2 * (length + more.length));
      put(longer, view(tail, 0, length), 0);
      tail = longer;
    }
    put(tail, more, length);
    length += more.length;
  }

  /** @param from where to search for the end of the first frame */
  function split(from: number, final: boolean): void {
    for (let at = from; ;) {
      const end = framing.endOf(bytes, taken, at, final);
      if (end === -1) return;
      hand(end);
      at = end;
    }
  }

  function hand(end: number): void {
    const frame = taken === 0 && end === bytes.length ? bytes : view(bytes, taken, end);
    if (isLong || frame.length > longest) onLong(frame);
    else onFrame(frame);
    isLong = false;
    taken = end;
  }

  /**
   * Passes on the beginning of a frame that is too long, except what may belong to its blank line.
   */
  function passLong(): void {
    const last = copy(tail, length - LINE_ENDS, length);
    const first = view(tail, 0, length - LINE_ENDS);
    isLong = true;
    tail = last;
    length = LINE_ENDS;
    onLong(first);
  }

  function push(chunk: Uint8Array): void {
    const before = length;
    if (before > 0) keep(chunk);
    bytes = before > 0 ? view(tail, 0, length) : chunk;
    taken = 0;
    // The last byte kept may be the first half of a line end.
    split(Math.max(before - 1, 0), false);
    if (taken > 0 || before === 0) {
      // What has left is not written again.
      tail = NO_BYTES;
      length = 0;
      if (taken < bytes.length) keep(view(bytes, taken));
    }
    bytes = NO_BYTES;
    taken = 0;
    if (length > (isLong ? LINE_ENDS : longest)) passLong();
  }

  return {
    /** @param chunk nothing of its buffer is kept */
    push,
    /** No more bytes will come: passes on the rest as a last frame. */
    end(): void {
      bytes = view(tail, 0, length);
      taken = 0;
      length = 0;
      split(0, true);
      if (taken < bytes.length) hand(bytes.length);
    },
    /** Returns whether no frame has begun. */
    isEmpty: (): boolean => length === 0,
    /** Returns the bytes that were not passed on, in case a call above has thrown. */
    rest: (): Uint8Array => (bytes.length > 0 ? view(bytes, taken) : view(tail, 0, length)),
  };
}
