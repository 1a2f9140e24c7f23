import { concat, copy, viewOf } from '../../lib/bytes.ts';
import type { Framing } from '../framing/framing.ts';
import { editJson, parseJson } from '../json/json-edit.ts';
import type { createAssembler } from '../repairs/calls/assembler.ts';
import type { Frame } from '../repairs/frame.ts';
import type { createFrameTrace, Entry } from '../reply/frame-trace.ts';
import type { Judged, Verdict } from '../reply/text-verdicts.ts';

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

/**
 * Creates a queue in which frames leave in order; those behind a frame without a verdict wait.
 * @param leave takes each frame when its verdict is known
 */
export function createFrameQueue<T>(
  leave: (bytes: Uint8Array, content: T, verdict: Verdict) => void,
) {
  let waiting: Waiting<T>[] = [];
  let heldBytes = 0;

  return {
    /**
     * Lets a frame leave, at once if none waits.
     * @param judged null for a frame that stays as it is
     */
    pass(bytes: Uint8Array, content: T, judged: Judged | null): void {
      const verdict = waiting.length > 0 ? null : judged ? judged.verdict() : KEEP;
      if (verdict) return leave(bytes, content, verdict);
      // The page may transfer the chunk's buffer.
      waiting.push({ bytes: copy(bytes), content, judged });
      heldBytes += bytes.length + FRAME_COST;
    },
    /** Lets all frames leave whose verdict is known, in order. */
    drain(): void {
      for (let next = waiting[0]; next; next = waiting[0]) {
        const verdict = next.judged ? next.judged.verdict() : KEEP;
        if (!verdict) return;
        leave(next.bytes, next.content, verdict);
        // Only now: if that fails, the frame is still in the queue.
        waiting.shift();
        heldBytes -= next.bytes.length + FRAME_COST;
      }
    },
    isEmpty: (): boolean => waiting.length === 0,
    /**
     * Returns whether it holds more than it may, so that the text it waits for must be given up.
     */
    isFull: (): boolean => heldBytes > MAX_WAITING_BYTES,
    /** Something failed: hands over all waiting frames, unchanged. */
    abandon(emit: (bytes: Uint8Array) => void): void {
      const rest = waiting;
      waiting = [];
      // A plain loop: the failure may be a method of arrays that the page has replaced.
      for (let i = 0; i < rest.length; i++) if (rest[i]) emit((rest[i] as Waiting<T>).bytes);
    },
  };
}

/**
 * Most parts of one output: a page that reads one frame at a time (BetterChatGPT) gets the few
 * frames of one delta separately.
 */
const MAX_PARTS = 16;
/** Most bytes in parts: more are hardly one delta, and a page would have got them in one piece. */
const MAX_APART = 32_768;

/** Collects the output of one call, in as few views of the input as possible. */
export function createOutgoingBytes() {
  let out: Uint8Array[] = [];

  return {
    emit(bytes: Uint8Array): void {
      if (bytes.length === 0) return;
      const last = out.length > 0 ? out[out.length - 1] : undefined;
      // Neighbours in one buffer become one view of it.
      if (last?.buffer === bytes.buffer && last.byteOffset + last.length === bytes.byteOffset)
        out[out.length - 1] = viewOf(last.buffer, last.byteOffset, last.length + bytes.length);
      else out[out.length] = bytes;
    },
    /** @returns the output since the last call, in parts that share no buffer */
    take(): readonly Uint8Array[] {
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

/** A frame on its way out. */
export interface Leaving extends Frame {
  /** The inspector's entry for it; null while nobody inspects. */
  readonly entry: Entry | null;
}

export interface LeavingOptions {
  readonly framing: Framing;
  readonly assembler: ReturnType<typeof createAssembler>;
  readonly trace: ReturnType<typeof createFrameTrace> | null;
  /** Takes the bytes for the page. */
  readonly emit: (bytes: Uint8Array) => void;
  /** A frame was changed. */
  readonly onChange: () => void;
}

// Captured on import: the page shares our realm and may replace them later.
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const ENCODER = new TextEncoder();

/** Lets frames leave: applies the verdict on each to its JSON, then assembles its calls. */
export function createLeavingFrames({
  framing,
  assembler,
  trace,
  emit: emitBytes,
  onChange,
}: LeavingOptions) {
  function emit(bytes: Uint8Array): void {
    trace?.out(bytes);
    emitBytes(bytes);
  }

  function emitAll(frames: readonly Uint8Array[]): void {
    for (let i = 0; i < frames.length; i++) if (frames[i]) emit(frames[i] as Uint8Array);
    trace?.holds(assembler.waits());
  }

  return {
    /** A frame that nothing changes keeps its original bytes. */
    leave(bytes: Uint8Array, frame: Leaving, verdict: Verdict): void {
      const { fields } = frame;
      trace?.leaving(frame.entry);
      if (verdict.kind === 'keep' || !fields) return emitAll(assembler.leave(bytes, frame));
      onChange();
      trace?.cleaned();
      // If a part of it lasts beyond the frame, the rest of that stays.
      if (verdict.kind === 'remove' && framing.lasting(UTF8.decode(bytes)) === '') return;
      const data = editJson(fields.data, verdict.edits);
      const text = fields.rewrite(data);
      const edited = text === null ? bytes : ENCODER.encode(text);
      emitAll(assembler.leave(edited, { ...frame, json: parseJson(data) }, data));
    },
    emit,
    /** Lets everything leave that waits for other frames. */
    flush(): void {
      trace?.leavingLate();
      emit(assembler.flush());
      trace?.holds(false);
    },
  };
}
