import { copy } from '../../lib/bytes.ts';
import { createQueue } from '../../lib/queue.ts';
import type { Frame } from '../repairs/frame-repair.ts';
import type { Entry, FrameTrace } from '../reply/frame-trace.ts';
import type { Judged, Verdict } from '../reply/judged.ts';

/** Content of a frame: its fields and its parsed data. */
export type FrameContent = Pick<Frame, 'fields' | 'json'>;

/**
 * Takes a frame whose verdict is known. @param read its content; null for one that repeats another, of which only the
 * text was read
 */
export type Leave = (bytes: Uint8Array, read: FrameContent | null, verdict: Verdict) => void;

/** Frames whose text has no verdict yet, and all frames behind them. */
export interface FrameQueue {
  /** Lets a frame leave in order, at once if none waits. @param judged null if its verdict is known */
  pass(bytes: Uint8Array, read: FrameContent | null, judged: Judged | null): void;
  /** Emits all frames whose verdict is known, in order. */
  drain(): void;
  isEmpty(): boolean;
  /** The queue holds more than it may, so the text it waits for must be given up. */
  isFull(): boolean;
  /** The current chunk is done and the page may transfer its buffer, so frames that still wait are copied out of it. */
  own(): void;
  /** Something failed: emits all waiting frames unchanged. */
  abandon(emit: (bytes: Uint8Array) => void): void;
}

/** Most bytes of memory for waiting frames, overhead included. Beyond that they are emitted unchanged. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const FRAME_COST = 512;

const KEEP: Verdict = { kind: 'keep' };

/** A frame that was not emitted yet. */
interface Waiting {
  /** A view of its chunk until that push is over, then a copy. */
  bytes: Uint8Array;
  hasLeft: boolean;
  readonly read: FrameContent | null;
  readonly judged: Judged | null;
  /** The inspector's entry for it; null while nobody inspects. */
  readonly entry: Entry | null;
}

export function createFrameQueue(leave: Leave, trace: FrameTrace | null): FrameQueue {
  const waiting = createQueue<Waiting>();
  /** Frames of the current chunk. */
  let fresh = createQueue<Waiting>();
  let heldBytes = 0;

  return {
    pass(bytes, read, judged) {
      const verdict = waiting.length() > 0 ? null : judged ? judged.verdict() : KEEP;
      if (verdict) return leave(bytes, read, verdict);
      const held: Waiting = { bytes, hasLeft: false, read, judged, entry: trace?.waits() ?? null };
      waiting.push(held);
      fresh.push(held);
      heldBytes += bytes.length + FRAME_COST;
    },
    drain() {
      for (let next = waiting.first(); next; next = waiting.first()) {
        const verdict = next.judged ? next.judged.verdict() : KEEP;
        if (!verdict) return;
        trace?.leaving(next.entry);
        leave(next.bytes, next.read, verdict);
        // Only now: if emitting it fails, the frame is still in the queue.
        waiting.shift();
        next.hasLeft = true;
        heldBytes -= next.bytes.length + FRAME_COST;
      }
    },
    isEmpty: () => waiting.length() === 0,
    isFull: () => heldBytes > MAX_WAITING_BYTES,
    own() {
      if (fresh.length() === 0) return;
      fresh.each((frame) => {
        if (!frame.hasLeft) frame.bytes = copy(frame.bytes);
      });
      fresh = createQueue();
    },
    abandon(emit) {
      waiting.each(({ bytes }) => emit(bytes));
      while (waiting.length() > 0) waiting.shift();
    },
  };
}
