import { concat, copy, NO_BYTES, view, viewOf } from './bytes.ts';
import { createFrameTail } from './frame-tail.ts';
import type { FrameFields, Framing } from './framing.ts';
import { isObject, parseJson, replaceStrings } from './json-text.ts';
import type { Judged, Reply, Verdict } from './reply.ts';
import { createWorkSearch, hasWork, type WorkSearch } from './work-search.ts';

/** Transforms the bytes of one body. It never throws; when it fails, the body goes on as it came. */
export interface BodyNormalizer {
  /**
   * @param chunk the next bytes, cut anywhere; nothing of its buffer is kept
   * @returns the bytes that are ready now: `chunk` itself where nothing was to do, a part of it, new bytes, or none
   */
  push(chunk: Uint8Array): Uint8Array;
  /** The body is over, whole or cut. @returns what was still held */
  end(): Uint8Array;
  /** Nothing came for a while. @returns text that was held only for the sake of a line feed at its end */
  idle(): Uint8Array;
  /** Is text held that `idle` would let go? */
  waits(): boolean;
}

/** A frame beyond this many bytes passes as it is. */
export const MAX_FRAME = 8 * 1024 * 1024;
/** Frames waiting for the fate of a text; beyond, they go as they are. */
const MAX_WAITING = 1000;
/** A kept beginning of this many bytes is not searched again from its start. */
const LONG_TAIL = 65_536;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

// Captured on import: the page shares our realm and may replace them later.
const ONE_UNIT_PER_BYTE = new TextDecoder('latin1');
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

/** A frame that has not left yet. */
interface Waiting {
  /** A view of the chunk it came with, until that push is over; then bytes of its own. */
  bytes: Uint8Array;
  readonly fields: FrameFields | null;
  /** Null for a frame that only waits for those before it. */
  readonly judged: Judged | null;
}

/**
 * Normalizes a framed body. Only whole frames leave it; a frame that no rule changes leaves it with its own bytes, and
 * on a clean stream whole chunks pass without being decoded.
 */
export function createStreamNormalizer(framing: Framing, reply: Reply): BodyNormalizer {
  const tail = createFrameTail();
  /** In the middle of a frame that is too long to be held. */
  let passing = false;
  /** Frames that wait for the fate of their text, and all frames behind them; those before `left` have left. */
  let waiting: Waiting[] = [];
  let left = 0;
  /** How many of those still waiting have bytes of their own. */
  let owned = 0;
  /** What leaves with the running call. */
  let out: Uint8Array[] = [];
  /** The bytes being worked on; those before `taken` are in `out`, in `waiting` or removed. */
  let current = NO_BYTES;
  let taken = 0;
  /** Something failed: what follows passes as it is. */
  let broken = false;

  /** Fails open: the page gets every byte that was held, in order and as it came. */
  function guarded(work: () => void): Uint8Array {
    try {
      work();
      return flush();
    } catch {
      broken = true; // a page may break what we rely on; it still gets its bytes
      for (let i = left; i < waiting.length; i++) out[out.length] = waiting[i]?.bytes ?? NO_BYTES;
      out[out.length] = tail.join(view(current, taken));
      waiting = [];
      tail.clear();
      current = NO_BYTES;
      return flush();
    }
  }

  function flush(): Uint8Array {
    const bytes = concat(out);
    out = [];
    return bytes;
  }

  function push(chunk: Uint8Array): void {
    if (tail.length() > LONG_TAIL && !mayEndFrame(chunk)) {
      current = NO_BYTES;
      tail.add(chunk);
      if (passing || tail.length() > MAX_FRAME) passLongFrame();
      return;
    }
    take(chunk);
    process(false);
    tail.add(view(current, taken));
    for (let i = left + owned; i < waiting.length; i++) {
      const frame = waiting[i];
      if (frame) frame.bytes = copy(frame.bytes);
    }
    owned = waiting.length - left;
    current = NO_BYTES;
  }

  /** Makes the kept beginning and `chunk` the bytes being worked on. */
  function take(chunk: Uint8Array): void {
    current = tail.join(chunk);
    taken = 0;
    tail.clear();
  }

  /** Cheap test for a chunk within a long frame; three bytes before it may belong to the blank line. */
  function mayEndFrame(chunk: Uint8Array): boolean {
    return framing.next(ONE_UNIT_PER_BYTE.decode(concat([tail.last(3), chunk])), 1, false) !== -1;
  }

  /** Lets a frame go that is too long, all but its last bytes: they may belong to the blank line. */
  function passLongFrame(): void {
    passing = true;
    reply.giveUp();
    drain();
    const bytes = tail.join(NO_BYTES);
    let keep = bytes.length - LONG_TAIL - 1;
    // What is kept must not begin with a line end: it would look like a blank line.
    while (bytes[keep] === LINE_FEED || bytes[keep] === CARRIAGE_RETURN) keep--;
    emit(view(bytes, 0, keep));
    tail.clear();
    tail.add(view(bytes, keep));
  }

  /** Works off all whole frames in `current`. */
  function process(final: boolean): void {
    const text = ONE_UNIT_PER_BYTE.decode(current);
    // Where only line feeds end lines, frames without work are skipped by searching for work.
    const plain = !text.includes('\r');
    const last = plain ? text.lastIndexOf(framing.separator) : -1;
    const end = plain ? (last === -1 ? 0 : last + framing.separator.length) : text.length;
    let search: WorkSearch | null = null;
    while (taken < end) {
      if (plain && canSkip()) {
        search ??= createWorkSearch(text);
        const start = nextWork(search, text, end);
        if (start > taken) reply.skip();
        emit(view(current, taken, start));
        taken = start;
        if (start === end) return;
      }
      const next = framing.next(text, taken, final);
      if (next === -1) return;
      frame(text, next);
    }
  }

  /** No text is held and none can become part of a marker: frames without a needle pass unread. */
  function canSkip(): boolean {
    return !passing && waiting.length === 0 && reply.settled();
  }

  /** @returns the start of the next frame at or behind `taken` that has work, or `end` */
  function nextWork(search: WorkSearch, text: string, end: number): number {
    const found = search.next(taken);
    if (found >= end) return end;
    const before = text.lastIndexOf(framing.separator, found - 1);
    return before === -1 ? taken : Math.max(taken, before + framing.separator.length);
  }

  /** Works off the frame from `taken` to `next`. */
  function frame(text: string, next: number): void {
    const bytes = view(current, taken, next);
    if (passing || bytes.length > MAX_FRAME) {
      reply.giveUp();
      drain();
      emit(bytes);
      passing = false;
    } else {
      const frameText = text.slice(taken, next);
      if (canSkip() && !hasWork(frameText)) {
        reply.skip();
        emit(bytes);
      } else judge(bytes, frameText);
    }
    taken = next;
    drain();
    if (waiting.length > MAX_WAITING) {
      reply.giveUp();
      drain();
    }
  }

  function judge(bytes: Uint8Array, text: string): void {
    const fields = readFields(bytes);
    const json = fields && parseJson(fields.data);
    let judged: Judged | null = null;
    if (fields && isObject(json)) judged = reply.judge({ event: fields.event, json });
    else if (fields?.data.trim() === '[DONE]') reply.end();
    else if (text.trim() !== '') reply.pause(text.startsWith(':'));
    // What goes anyway need not wait, and what waits for nothing behind nothing leaves at once.
    if (judged?.removed) return;
    const verdict = waiting.length > 0 ? null : judged ? judged.verdict() : KEEP;
    if (verdict) emit(rewrite(bytes, fields, verdict));
    else waiting[waiting.length] = { bytes, fields, judged };
  }

  function readFields(bytes: Uint8Array): FrameFields | null {
    try {
      return framing.read(UTF8.decode(bytes));
    } catch {
      return null; // broken UTF-8: the frame passes as it is
    }
  }

  /** Lets all frames leave whose fate is known, in order. */
  function drain(): void {
    for (; left < waiting.length; left++) {
      const next = waiting[left];
      const verdict = next?.judged ? next.judged.verdict() : KEEP;
      if (!next || !verdict) return;
      emit(rewrite(next.bytes, next.fields, verdict));
      if (owned > 0) owned--;
    }
    waiting = [];
    left = 0;
  }

  function emit(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const last = out[out.length - 1];
    // Neighbours in one buffer leave as one view of it: a chunk in which nothing changes is never copied.
    if (last?.buffer === bytes.buffer && last.byteOffset + last.length === bytes.byteOffset) {
      out[out.length - 1] = viewOf(bytes.buffer, last.byteOffset, last.length + bytes.length);
    } else out[out.length] = bytes;
  }

  return {
    push: (chunk) => (broken ? chunk : guarded(() => push(chunk))),
    end: () =>
      guarded(() => {
        if (broken) return;
        take(NO_BYTES);
        process(true);
        // A last frame without its blank line.
        if (taken < current.length) frame(ONE_UNIT_PER_BYTE.decode(current), current.length);
        reply.end();
        drain();
      }),
    idle: () =>
      guarded(() => {
        if (reply.holdsLineFeedOnly()) reply.pause(false);
        drain();
      }),
    waits: () => waiting.length > 0 && reply.holdsLineFeedOnly(),
  };
}

const KEEP: Verdict = { kind: 'keep' };

/** @returns the frame with its verdict carried out; its own bytes where nothing changes */
function rewrite(bytes: Uint8Array, fields: FrameFields | null, verdict: Verdict): Uint8Array {
  if (verdict.kind === 'remove') return NO_BYTES;
  if (verdict.kind === 'keep' || !fields) return bytes;
  const text = fields.rewrite(replaceStrings(fields.data, verdict.edits));
  return text === null ? bytes : ENCODER.encode(text);
}
