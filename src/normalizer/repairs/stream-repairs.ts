import { copy, NO_BYTES } from '../bytes.ts';
import type { FrameFields } from '../framing.ts';
import { isObject, parseJson } from '../json-text.ts';
import { createChunkRepairs } from './chunk-repairs.ts';

/** Repairs the frames of one stream that are about to leave. */
export interface StreamRepairs {
  /**
   * @param bytes a frame, in order
   * @param fields null for a frame that is not to be looked at
   * @param data what its data is now
   * @returns the frames that leave now: what had waited, and the frame, its repaired parts, or nothing
   */
  leave(bytes: Uint8Array, fields: FrameFields | null, data: string): readonly Uint8Array[];
  /** Does a frame wait? Then none may pass unread. */
  waits(): boolean;
  /** @returns what waits */
  flush(): Uint8Array;
}

// Captured on import: the page shares our realm and may replace them later.
const ENCODER = new TextEncoder();
const { stringify } = JSON;

/** @param enabled ids of the repairs that are on */
export function createStreamRepairs(enabled: ReadonlySet<string>): StreamRepairs {
  const chunks = createChunkRepairs(enabled);
  let waiting = NO_BYTES;

  function flush(): Uint8Array {
    const bytes = waiting;
    waiting = NO_BYTES;
    return bytes;
  }

  return {
    leave(bytes, fields, data) {
      const chunk = fields && data.includes('"tool_calls"') ? parseJson(data) : null;
      if (!fields || !isObject(chunk)) return [flush(), bytes];
      const { parts, waits, replaces } = chunks.repair(chunk);
      const frames = parts ? framesOf(fields, parts) : null;
      const before = flush();
      const out = [...(replaces ? [] : [before]), ...(frames ?? [bytes])];
      // The chunk's buffer may be transferred away before it leaves.
      if (waits) waiting = copy(out.pop() ?? NO_BYTES);
      return out;
    },
    waits: () => waiting.length > 0,
    flush,
  };
}

/** @returns a frame for each part, or null when they cannot be written faithfully */
function framesOf(fields: FrameFields, parts: readonly Record<string, unknown>[]): Uint8Array[] | null {
  const frames: Uint8Array[] = [];
  for (let i = 0; i < parts.length; i++) {
    const frame = fields.rewrite(stringify(parts[i]));
    if (frame === null) return null;
    const marked = i > 0 && frame.startsWith('\ufeff');
    frames.push(ENCODER.encode(i < parts.length - 1 ? asInner(frame) : frame).subarray(marked ? 3 : 0));
  }
  return frames;
}

/** A frame that another one follows ends with a blank line, whatever the last frame of the body did. */
function asInner(frame: string): string {
  return /(?:\n|\r\n?)(?:\n|\r)$/.test(frame) ? frame : frame.trimEnd() + '\n\n';
}
