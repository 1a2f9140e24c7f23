import type { Framing } from '../framing/framing.ts';
import type { TakeFrame } from '../framing/skip-scan.ts';
import type { Frame } from '../repairs/frame-repair.ts';
import { readFrame } from '../repairs/frame-repair.ts';
import type { FrameRepairs } from '../repairs/frame-repairs.ts';

/** Reads and repairs frames. */
export interface FrameReader {
  readonly read: TakeFrame;
  /** Passes on the frames that frame repairs hold back. */
  flush(): void;
}

// Captured on import: the page shares our realm and may replace them later.
const ONE_UNIT_PER_BYTE = new TextDecoder('latin1');
const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

/**
 * @param judge takes each frame that was read
 * @param onUnreadable called for a frame that is not valid text, before it is judged
 */
export function createFrameReader(
  framing: Framing,
  repairs: FrameRepairs,
  judge: (bytes: Uint8Array, frame: Frame) => void,
  onUnreadable: () => void,
): FrameReader {
  function judgeAll(frames: readonly Frame[]): void {
    for (let i = 0; i < frames.length; i++) {
      const frame = frames[i];
      if (frame) judge(ENCODER.encode(frame.text), frame);
    }
  }

  function flush(): void {
    judgeAll(repairs.flush());
  }

  return {
    read(bytes, text) {
      if (!isText(bytes, text)) {
        flush();
        onUnreadable();
        return judge(bytes, { text: ONE_UNIT_PER_BYTE.decode(bytes), fields: null, json: undefined });
      }
      const frame = readFrame(framing.read, text);
      const repaired = repairs.repair(frame);
      if (repaired) judgeAll(repaired);
      else judge(bytes, frame);
    },
    flush,
  };
}

/** Returns whether the bytes are valid UTF-8. @param text the same, decoded leniently */
function isText(bytes: Uint8Array, text: string): boolean {
  if (!text.includes('\ufffd')) return true;
  try {
    STRICT.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
