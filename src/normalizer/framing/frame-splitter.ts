import { NO_BYTES, view } from '../../lib/bytes.ts';
import { createFrameTail } from './frame-tail.ts';
import type { Framing } from './framing.ts';
import { hasNoWork } from './byte-scan.ts';
import { createSkipScan, hasWork, type SkipScan } from './skip-scan.ts';

/** A frame with more bytes passes unchanged. */
export const MAX_FRAME = 8 * 1024 * 1024;
/** Bytes kept of a frame that is too long: its blank line may be among them. */
const LONG_TAIL = 65_536;
/**
 * Bytes examined at once. Measured in Chromium 156: 64 KiB are decoded at 3.3 GB/s, 2 MiB at 1.7, as they exceed the
 * cache.
 */
const WINDOW = 65_536;
/** Bytes in which the end of an earlier frame is searched for first. */
const FIRST_LOOK = 2048;
/** Pieces up to this size are examined before they are decoded. */
const SMALL = 64;
/** Chunks up to this size, which is what a live reply brings, are searched for work byte by byte. */
const SHORT = 2048;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

// Captured on import: the page shares our realm and may replace it later.
const ONE_UNIT_PER_BYTE = new TextDecoder('latin1');
const { fromCharCode } = String;

/** So few bytes are read faster without a decoder; below 0x80 both read the same. */
const FEW = 4;

/** @returns one unit per byte */
function textOf(bytes: Uint8Array): string {
  if (bytes.length > FEW) return ONE_UNIT_PER_BYTE.decode(bytes);
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte >= 0x80) return ONE_UNIT_PER_BYTE.decode(bytes);
    text += fromCharCode(byte);
  }
  return text;
}

/** Receives the frames. None of its methods may throw once it has accepted its argument. */
export interface FrameSink {
  /** Returns whether frames without a needle of skip-scan.ts may pass unread. */
  canSkip(): boolean;
  /** Returns whether comments, blank lines between frames and frames with null values must not pass unread. */
  seesStrays(): boolean;
  /** Takes a run of whole frames without work. */
  skip(bytes: Uint8Array): void;
  /** Takes one whole frame; `text` has one unit per byte. */
  frame(bytes: Uint8Array, text: string): void;
  /**
   * Takes one whole frame that repeats an earlier one.
   * @param onlyWork reject one that may pass unread
   * @returns false if it did not take it, and has done nothing
   */
  repeated?(bytes: Uint8Array, onlyWork: boolean): boolean;
  /** Takes a frame that is too long, or a part of it. */
  pass(bytes: Uint8Array): void;
  /**
   * Returns whether blank lines between frames may pass in one piece, though frames without work may not be skipped.
   */
  passesBlanks?(): boolean;
  /** Takes such blank lines, for which nothing else is called. */
  blanks?(bytes: Uint8Array): void;
  /** Called after each frame. */
  taken(): void;
}

/** Splits chunks of bytes into whole frames, and keeps the beginning of a frame until its end has arrived. */
export interface FrameSplitter {
  /**
   * Takes a small chunk that can neither begin nor end a frame and only needs to be kept.
   * @returns false if it did not take it: then push it
   */
  keep(chunk: Uint8Array): boolean;
  /** @param chunk nothing of its buffer is kept */
  push(chunk: Uint8Array): void;
  /** No more bytes will come: passes on the rest as a last frame. */
  end(): void;
  /** Returns what was not passed on, in case a call above has thrown. */
  rest(): Uint8Array;
}

/**
 * A frame that begins with a comment, a blank line between frames, or null as data, each after a previous frame; or
 * null as choices.
 */
const NEXT_STRAY = /\n\n(?:[:\n]|data: ?null\n)|"choices": ?null/g;
/** The same for a single frame. */
const STRAY = /^(?:[:\r\n]|data: ?null[\r\n])|"choices": ?null/;

/** @returns the start of the first such frame at or after `at`, where a frame begins, or Infinity */
function nextStray(text: string, at: number): number {
  if (/^(?:[:\r\n]|data: ?null[\r\n])/.test(text.slice(at, at + 11))) return at;
  NEXT_STRAY.lastIndex = at;
  const found = NEXT_STRAY.exec(text);
  if (!found) return Infinity;
  if (found[0].startsWith('\n')) return found.index + 2;
  const before = text.lastIndexOf('\n\n', found.index);
  return before === -1 ? at : Math.max(at, before + 2);
}

export function createFrameSplitter(framing: Framing, sink: FrameSink): FrameSplitter {
  const tail = createFrameTail();
  const isSse = framing.separator === '\n\n';
  /** In the middle of a frame that is too long to be held. */
  let passing = false;
  /** The current chunk; everything before `taken` was passed on. The tail precedes it. */
  let current = NO_BYTES;
  let taken = 0;

  function push(chunk: Uint8Array): void {
    current = chunk;
    taken = 0;
    if (!pushShort()) {
      if (completeTail()) cut(false);
      if (taken < current.length) tail.add(taken === 0 ? current : view(current, taken));
    }
    current = NO_BYTES;
    if (passing ? tail.length() > LONG_TAIL : tail.length() > MAX_FRAME) passLongFrame();
  }

  /** Passes on a chunk of one or a few whole frames that need no splitting. @returns false for any other chunk */
  function pushShort(): boolean {
    if (passing || tail.length() > 0 || current.length > SHORT) return false;
    const canSkip = sink.canSkip();
    if (canSkip && hasNoWork(current, isSse)) {
      sink.skip(current);
      return true;
    }
    if (!sink.repeated?.(current, canSkip)) return false;
    taken = current.length;
    sink.taken();
    return true;
  }

  function keep(chunk: Uint8Array): boolean {
    if (passing || chunk.length > SMALL || tail.length() === 0 || tail.length() + chunk.length > MAX_FRAME)
      return false;
    if (mayEndFrame(chunk)) return false;
    tail.add(chunk);
    return true;
  }

  /** Passes on the frame whose beginning was kept. @returns false while its end has not arrived */
  function completeTail(): boolean {
    if (tail.length() === 0) return true;
    if (!mayEndFrame(current)) return false;
    // The last two kept bytes tell whether a line begins, so not all of them are read again.
    const before = (tail.length() > 2 ? 'x' : '') + textOf(tail.last(2));
    for (let size = FIRST_LOOK; ; size *= 32) {
      const end = framing.next(before + textOf(view(current, 0, Math.min(size, current.length))), 0, false);
      if (end !== -1) {
        const bytes = tail.join(view(current, 0, end - before.length));
        hand(bytes, ONE_UNIT_PER_BYTE.decode(bytes));
        taken = end - before.length;
        tail.clear();
        sink.taken();
        return true;
      }
      if (size >= current.length) return false;
    }
  }

  /** Returns whether a frame may end here: a cheap test for small pieces, as without a line end no frame ends. */
  function mayEndFrame(chunk: Uint8Array): boolean {
    if (chunk.length > SMALL || tail.endsWith(CARRIAGE_RETURN)) return true;
    for (let i = 0; i < chunk.length; i++) if (chunk[i] === LINE_FEED || chunk[i] === CARRIAGE_RETURN) return true;
    return false;
  }

  /** Passes on all whole frames in `current`. */
  function cut(final: boolean): void {
    for (let size = WINDOW; taken < current.length;) {
      const before = taken;
      const end = Math.min(taken + size, current.length);
      cutWindow(ONE_UNIT_PER_BYTE.decode(view(current, taken, end)), final && end === current.length);
      // A frame longer than the window: search further.
      if (taken > before) size = WINDOW;
      else if (end === current.length) return;
      else size *= 8;
    }
  }

  /** @param text the content of `current` from `taken` on, one unit per byte */
  function cutWindow(text: string, final: boolean): void {
    const base = taken;
    // If only line feeds end lines, frames without work are skipped by searching for work. A blank line at the very
    // start is a separate frame, which that search would miss.
    const plain = !text.includes('\r') && text[0] !== '\n';
    const last = plain ? text.lastIndexOf(framing.separator) : -1;
    const end = plain ? (last === -1 ? 0 : last + framing.separator.length) : text.length;
    let search: SkipScan | null = null;
    /** Start of the next stray frame, from the last `at` on. */
    let stray = -1;
    for (let at = 0; at < end;) {
      if (plain && !passing && sink.canSkip()) {
        search ??= createSkipScan(text, isSse);
        let start = nextWork(search, text, at, end);
        if (sink.seesStrays()) {
          if (stray < at) stray = nextStray(text, at);
          start = Math.min(start, stray);
        }
        if (start > at) sink.skip(view(current, base + at, base + start));
        at = start;
        taken = base + at;
        if (start === end) return;
      }
      const line = passing ? at : endOfBlanks(text, at, final);
      if (line > at) {
        passBlanks(view(current, base + at, base + line));
        at = line;
        taken = base + at;
        continue;
      }
      const next = plain && isSse ? nextPlain(text, at) : framing.next(text, at, final);
      if (next === -1) return;
      const bytes = view(current, base + at, base + next);
      // If frames may be skipped, the search above has found work in this one.
      const repeats = plain && !passing && bytes.length <= SHORT && sink.repeated?.(bytes, false);
      if (!repeats) hand(bytes, text.slice(at, next), plain);
      at = next;
      taken = base + at;
      sink.taken();
    }
  }

  /** @returns the end of the blank lines at `at` that may pass in one piece; `at` if none */
  function endOfBlanks(text: string, at: number, final: boolean): number {
    if (!isBlankEnd(text.charCodeAt(at)) || !(skipsBlanks() || sink.passesBlanks?.())) return at;
    let end = at + 1;
    while (isBlankEnd(text.charCodeAt(end))) end++;
    // A carriage return may be half of a line end.
    return end === text.length && !final && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
  }

  function isBlankEnd(unit: number): boolean {
    return unit === LINE_FEED || (isSse && unit === CARRIAGE_RETURN);
  }

  function skipsBlanks(): boolean {
    return sink.canSkip() && !sink.seesStrays();
  }

  function passBlanks(bytes: Uint8Array): void {
    if (skipsBlanks()) sink.skip(bytes);
    else sink.blanks?.(bytes);
  }

  /** Does what the framing does if only line feeds end lines. */
  function nextPlain(text: string, at: number): number {
    if (text.charCodeAt(at) === LINE_FEED) return at + 1;
    const blank = text.indexOf('\n\n', at);
    return blank === -1 ? -1 : blank + 2;
  }

  /** @returns the start of the next frame at or after `at` that has work, or `end` */
  function nextWork(search: SkipScan, text: string, at: number, end: number): number {
    const found = search.next(at);
    if (found >= end) return end;
    const before = text.lastIndexOf(framing.separator, found - 1);
    return before === -1 ? at : Math.max(at, before + framing.separator.length);
  }

  /** @param searched whether it is known that there is work, or that no frame may be skipped */
  function hand(bytes: Uint8Array, text: string, searched = false): void {
    if (passing || bytes.length > MAX_FRAME) {
      sink.pass(bytes);
      passing = false;
    } else if (!searched && sink.canSkip() && mayPass(text)) sink.skip(bytes);
    else sink.frame(bytes, text);
  }

  /**
   * Returns whether a frame has no work. Must agree with `nextWork`, because the same frames must be skipped however
   * the stream is cut.
   */
  function mayPass(text: string): boolean {
    if (sink.seesStrays() && STRAY.test(text)) return false;
    // To `hasWork` a blank line between frames looks like a last frame without its end.
    return /^[\r\n]+$/.test(text) || !hasWork(text, isSse);
  }

  /** Releases a frame that is too long, except its last bytes, which may belong to the blank line. */
  function passLongFrame(): void {
    const bytes = tail.join(NO_BYTES);
    let keep = bytes.length - LONG_TAIL - 1;
    // What is kept must not begin with a line end, which would look like a blank line.
    while (bytes[keep] === LINE_FEED || bytes[keep] === CARRIAGE_RETURN) keep--;
    passing = true;
    if (keep <= 0) return;
    sink.pass(view(bytes, 0, keep));
    tail.clear();
    tail.add(view(bytes, keep));
  }

  function end(): void {
    current = tail.join(NO_BYTES);
    taken = 0;
    tail.clear();
    cut(true);
    if (taken === current.length) return;
    // A last frame without its blank line.
    const bytes = view(current, taken);
    hand(bytes, ONE_UNIT_PER_BYTE.decode(bytes));
    taken = current.length;
    sink.taken();
  }

  return { push, keep, end, rest: () => tail.join(view(current, taken)) };
}
