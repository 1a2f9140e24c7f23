import { copy } from '../../lib/bytes.ts';
import { createQueue } from '../../lib/queue.ts';
import type { Frame } from '../repairs/frame-repair.ts';
import type { Entry, FrameTrace } from '../reply/frame-trace.ts';
import type { Judged, Verdict } from '../reply/reply.ts';

/** What a frame says: its fields, and its data, parsed. */
export type FrameContent = Pick<Frame, 'fields' | 'json'>;

/** Takes a frame whose fate is known. @param read what it says; null for one that repeats another, of which only the text was read */
export type Leave = (bytes: Uint8Array, read: FrameContent | null, verdict: Verdict) => void;

/** Frames that wait for the fate of their text, and all frames behind them. */
export interface FrameQueue {
  /** Lets a frame leave, in its turn: at once where nothing waits. @param judged null for one whose fate is known */
  pass(bytes: Uint8Array, read: FrameContent | null, judged: Judged | null): void;
  /** Lets all frames leave whose fate is known, in order. */
  drain(): void;
  isEmpty(): boolean;
  /** It holds more than it may: the text that is waited for is to be given up. */
  isFull(): boolean;
  /** The chunk is done, whose buffer the page may transfer: what came with it and still waits gets bytes of its own. */
  own(): void;
  /** Something failed: all frames leave as they are, and none waits any more. */
  abandon(emit: (bytes: Uint8Array) => void): void;
}

/** What frames that wait may take of memory, each with what it costs besides its bytes; beyond, they go as they are. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const FRAME_COST = 512;

const KEEP: Verdict = { kind: 'keep' };

/** A frame that has not left yet. */
interface Waiting {
  /** A view of the chunk it came with, until that push is over; then bytes of its own. */
  bytes: Uint8Array;
  hasLeft: boolean;
  readonly read: FrameContent | null;
  readonly judged: Judged | null;
  /** What the inspector gets of it; null while nobody inspects. */
  readonly entry: Entry | null;
}

export function createFrameQueue(leave: Leave, trace: FrameTrace | null): FrameQueue {
  const waiting = createQueue<Waiting>();
  /** Those that came with the running chunk. */
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
        // Not before: what fails on its way is still to leave.
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
