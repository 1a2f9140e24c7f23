import { copy } from '../../lib/bytes.ts';
import type { Judged, Verdict } from '../reply/judged.ts';

/** Lets frames leave in order; those behind a frame without a verdict wait. */
export interface FrameQueue<T> {
  /**
   * Lets a frame leave, at once if none waits.
   * @param judged null for a frame that stays as it is
   */
  pass(bytes: Uint8Array, content: T, judged: Judged | null): void;
  /** Lets all frames leave whose verdict is known, in order. */
  drain(): void;
  isEmpty(): boolean;
  /** The queue holds more than it may, so the text it waits for must be given up. */
  isFull(): boolean;
  /** Something failed. @returns all waiting frames, unchanged */
  abandon(): readonly Uint8Array[];
}

/** Most bytes of memory for waiting frames, overhead included. Beyond that they leave unchanged. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const FRAME_COST = 512;

const KEEP: Verdict = { kind: 'keep' };

/** A frame that has not left yet. */
interface Waiting<T> {
  readonly bytes: Uint8Array;
  readonly content: T;
  readonly judged: Judged | null;
}

/** @param leave takes each frame when its verdict is known */
export function createFrameQueue<T>(leave: (bytes: Uint8Array, content: T, verdict: Verdict) => void): FrameQueue<T> {
  let waiting: Waiting<T>[] = [];
  let heldBytes = 0;

  return {
    pass(bytes, content, judged) {
      const verdict = waiting.length > 0 ? null : judged ? judged.verdict() : KEEP;
      if (verdict) return leave(bytes, content, verdict);
      // The page may transfer the chunk's buffer.
      waiting.push({ bytes: copy(bytes), content, judged });
      heldBytes += bytes.length + FRAME_COST;
    },
    drain() {
      for (let next = waiting[0]; next; next = waiting[0]) {
        const verdict = next.judged ? next.judged.verdict() : KEEP;
        if (!verdict) return;
        leave(next.bytes, next.content, verdict);
        // Only now: if that fails, the frame is still in the queue.
        waiting.shift();
        heldBytes -= next.bytes.length + FRAME_COST;
      }
    },
    isEmpty: () => waiting.length === 0,
    isFull: () => heldBytes > MAX_WAITING_BYTES,
    abandon() {
      const rest = waiting.map(({ bytes }) => bytes);
      waiting = [];
      return rest;
    },
  };
}
