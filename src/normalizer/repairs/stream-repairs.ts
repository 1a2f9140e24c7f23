import { copy, NO_BYTES } from '../../lib/bytes.ts';
import type { FrameFields } from '../framing/framing.ts';
import { isObject } from '../json/json-edit.ts';
import { createChunkRepairs } from './chunks/chunk-repairs.ts';
import { cutFrame } from './frame-repair.ts';

/** Repairs the frames of one stream just before they leave. */
export interface StreamRepairs {
  /**
   * @param bytes a frame, in order
   * @param fields null for a frame that is not to be examined
   * @param chunk its data, parsed
   * @param data the same as text, which differs from that of the fields if it was edited
   * @returns the frames that leave now: the waiting one, and this frame, its repaired parts, or nothing
   */
  leave(bytes: Uint8Array, fields: FrameFields | null, chunk: unknown, data?: string): readonly Uint8Array[];
  /** Returns whether a frame waits; then none may pass unread. */
  waits(): boolean;
  /** Returns whether no frame may pass unread even if none waits. */
  readsAll(): boolean;
  /** @returns what waits */
  flush(): Uint8Array;
}

// Captured on import: the page shares our realm and may replace it later.
const ENCODER = new TextEncoder();

const COLON = 0x3a;

/**
 * @param enabled ids of the repairs that are on
 * @param onRepair called with the id of each repair that was made, once for each entry of `tool_calls`
 */
export function createStreamRepairs(
  enabled: ReadonlySet<string>,
  onRepair: (id: string) => void = () => {},
): StreamRepairs {
  const chunks = createChunkRepairs(enabled);
  let waiting = NO_BYTES;

  function flush(): Uint8Array {
    const bytes = waiting;
    waiting = NO_BYTES;
    return bytes;
  }

  return {
    leave(bytes, fields, chunk, data = fields?.data ?? '') {
      if (!fields || !isObject(chunk)) {
        if (waiting.length === 0) return [bytes];
        // A comment may leave before a head that waits for its name.
        return chunks.lets() && bytes[0] === COLON ? [bytes] : [flush(), bytes];
      }
      const { parts, waits, passes, made, replaces } = chunks.repair(chunk, data, waiting.length > 0);
      const frames = parts && cutFrame(fields, parts);
      if (frames) made.forEach(onRepair);
      if (passes) return frames?.map((frame) => ENCODER.encode(frame)) ?? [bytes];
      if (replaces) onRepair(replaces);
      const before = flush();
      const out = [...(replaces ? [] : [before]), ...(frames?.map((frame) => ENCODER.encode(frame)) ?? [bytes])];
      // The chunk's buffer may be transferred away before it leaves.
      if (waits) waiting = copy(out.pop() ?? NO_BYTES);
      return out;
    },
    readsAll: chunks.readsAll,
    waits: () => waiting.length > 0,
    flush,
  };
}
