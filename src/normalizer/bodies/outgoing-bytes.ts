import { concat, viewOf } from '../../lib/bytes.ts';

/** Collects the output of one call, in as few views of the input as possible. */
export interface OutgoingBytes {
  emit(bytes: Uint8Array): void;
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

export function createOutgoingBytes(): OutgoingBytes {
  let out: Uint8Array[] = [];

  return {
    emit(bytes) {
      if (bytes.length === 0) return;
      const last = out.length > 0 ? out[out.length - 1] : undefined;
      // Neighbours in one buffer become one view of it.
      if (last?.buffer === bytes.buffer && last.byteOffset + last.length === bytes.byteOffset)
        out[out.length - 1] = viewOf(last.buffer, last.byteOffset, last.length + bytes.length);
      else out[out.length] = bytes;
    },
    take() {
      const parts = out;
      out = [];
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
