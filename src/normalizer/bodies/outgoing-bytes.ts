import { concat, NO_BYTES, view, viewOf, zeros } from '../../lib/bytes.ts';

/** Collects the output of one call, in as few views of the input as possible. */
export interface OutgoingBytes {
  emit(bytes: Uint8Array): void;
  /**
   * @returns where to write so many bytes that are emitted next, if there are too many parts already, so that all are
   * copied in the end: then none needs a buffer of its own. Else null.
   */
  room(length: number): Uint8Array | null;
  /** @returns the output since the last call, in parts that share no buffer */
  take(): readonly Uint8Array[];
}

/**
 * Most parts of one output: a page that reads one frame at a time (BetterChatGPT) gets the few frames of one delta
 * separately.
 */
const MAX_PARTS = 16;
/** Most bytes in parts: more are hardly one delta, and a page would have got them in one piece. */
const MAX_APART = 32_768;
/** Bytes written at once; what is written in a row becomes one part. */
const ROOM = 65_536;

export function createOutgoingBytes(): OutgoingBytes {
  let out: Uint8Array[] = [];
  /** The last part, as it was emitted, and how long it is by now. */
  let last: Uint8Array | null = null;
  let lastLength = 0;
  /** Its first bytes belong to the current output. It never leaves. */
  let written = NO_BYTES;
  let used = 0;

  function closeLast(): void {
    if (last && last.length !== lastLength) out[out.length - 1] = viewOf(last.buffer, last.byteOffset, lastLength);
  }

  return {
    emit(bytes) {
      if (bytes.length === 0) return;
      // Neighbours in one buffer become one view of it.
      if (last?.buffer === bytes.buffer && last.byteOffset + lastLength === bytes.byteOffset)
        lastLength += bytes.length;
      else {
        closeLast();
        out[out.length] = bytes;
        last = bytes;
        lastLength = bytes.length;
      }
    },
    room(length) {
      if (out.length <= MAX_PARTS || length > ROOM) return null;
      if (used + length > written.length) {
        written = zeros(ROOM);
        used = 0;
      }
      used += length;
      return view(written, used - length, used);
    },
    take() {
      closeLast();
      const parts = out;
      out = [];
      last = null;
      used = 0;
      return isTooMuch(parts) || shareBuffers(parts) ? [concat(parts)] : parts;
    },
  };
}

function isTooMuch(parts: readonly Uint8Array[]): boolean {
  if (parts.length > MAX_PARTS) return true;
  let length = 0;
  for (let i = 0; i < parts.length; i++) length += parts[i]?.length ?? 0;
  return length > MAX_APART;
}

/** A page may transfer the buffer of one part before it takes the next. */
function shareBuffers(parts: readonly Uint8Array[]): boolean {
  for (let i = 1; i < parts.length; i++) {
    for (let j = 0; j < i; j++) if (parts[i]?.buffer === parts[j]?.buffer) return true;
  }
  return false;
}
