import { concat, NO_BYTES, view } from './bytes.ts';
import { createFrameTail } from './frame-tail.ts';
import type { Framing } from './framing.ts';
import { createWorkSearch, hasWork, type WorkSearch } from './work-search.ts';

/** A frame beyond this many bytes passes as it is. */
export const MAX_FRAME = 8 * 1024 * 1024;
/** A kept beginning of this many bytes is not searched again from its start. */
const LONG_TAIL = 65_536;
/** Bytes looked at in one go. Measured in Chromium 156: 64 KiB are decoded at 3.3 GB/s, 2 MiB at 1.7, as they leave the cache. */
const WINDOW = 65_536;
/** Bytes in which the end of a frame begun earlier is looked for first. */
const FIRST_LOOK = 2048;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

// Captured on import: the page shares our realm and may replace it later.
const ONE_UNIT_PER_BYTE = new TextDecoder('latin1');

/** Takes the frames. None of its methods may throw once it has taken what it was given. */
export interface FrameSink {
  /** May frames without a needle of work-search.ts pass unread? */
  canSkip(): boolean;
  /** Comments and blank lines between frames are not to pass unread. */
  seesComments(): boolean;
  /** Takes a run of whole frames without work. */
  skip(bytes: Uint8Array): void;
  /** Takes one whole frame; `text` has one unit per byte. */
  frame(bytes: Uint8Array, text: string): void;
  /** Takes a frame that is too long, or a part of it. */
  pass(bytes: Uint8Array): void;
  /** Called after each frame was taken. */
  taken(): void;
}

/** Cuts chunks of bytes into whole frames, and keeps the beginning of a frame until its end has come. */
export interface FrameCutter {
  /** @param chunk nothing of its buffer is kept */
  push(chunk: Uint8Array): void;
  /** No more bytes will come: hands over what is left as a last frame. */
  end(): void;
  /** What was not handed over, for the case that a call above has thrown. */
  rest(): Uint8Array;
}

/** A frame that begins with a comment, or a blank line between frames, behind the frame before it. */
const NEXT_COMMENT = /\n\n[:\n]/g;

/** @returns the start of the first such frame at or behind `at`, where a frame begins, or Infinity */
function nextComment(text: string, at: number): number {
  if (isComment(text.slice(at, at + 1))) return at;
  NEXT_COMMENT.lastIndex = at;
  const found = NEXT_COMMENT.exec(text);
  return found ? found.index + 2 : Infinity;
}

function isComment(frame: string): boolean {
  return /^[:\r\n]/.test(frame);
}

export function createFrameCutter(framing: Framing, sink: FrameSink): FrameCutter {
  const tail = createFrameTail();
  const isSse = framing.separator === '\n\n';
  /** In the middle of a frame that is too long to be held. */
  let passing = false;
  /** The chunk being cut; what lies before `taken` was handed over. The tail stands before it. */
  let current = NO_BYTES;
  let taken = 0;

  function push(chunk: Uint8Array): void {
    current = chunk;
    taken = 0;
    if (completeTail()) cut(false);
    tail.add(view(current, taken));
    current = NO_BYTES;
    if (passing ? tail.length() > LONG_TAIL : tail.length() > MAX_FRAME) passLongFrame();
  }

  /** Hands over the frame whose beginning was kept. @returns false while its end has not come */
  function completeTail(): boolean {
    if (tail.length() === 0) return true;
    if (tail.length() > LONG_TAIL && !mayEndFrame()) return false;
    for (let size = FIRST_LOOK; ; size *= 32) {
      const bytes = tail.join(view(current, 0, Math.min(size, current.length)));
      const text = ONE_UNIT_PER_BYTE.decode(bytes);
      const end = framing.next(text, 0, false);
      if (end !== -1) {
        hand(view(bytes, 0, end), text.slice(0, end));
        taken = end - tail.length();
        tail.clear();
        sink.taken();
        return true;
      }
      if (size >= current.length) return false;
    }
  }

  /** Cheap test within a long frame; three bytes before the chunk may belong to the blank line. */
  function mayEndFrame(): boolean {
    return framing.next(ONE_UNIT_PER_BYTE.decode(concat([tail.last(3), current])), 1, false) !== -1;
  }

  /** Hands over all whole frames in `current`. */
  function cut(final: boolean): void {
    for (let size = WINDOW; taken < current.length; ) {
      const before = taken;
      const end = Math.min(taken + size, current.length);
      cutWindow(ONE_UNIT_PER_BYTE.decode(view(current, taken, end)), final && end === current.length);
      // A frame longer than the window: look further.
      if (taken > before) size = WINDOW;
      else if (end === current.length) return;
      else size *= 8;
    }
  }

  /** @param text what `current` holds from `taken` on, one unit per byte */
  function cutWindow(text: string, final: boolean): void {
    const base = taken;
    // Where only line feeds end lines, frames without work are skipped by searching for work.
    // A blank line at the very start is a frame of its own, which that search would not see.
    const plain = !text.includes('\r') && text[0] !== '\n';
    const last = plain ? text.lastIndexOf(framing.separator) : -1;
    const end = plain ? (last === -1 ? 0 : last + framing.separator.length) : text.length;
    let search: WorkSearch | null = null;
    /** Where the next comment begins, from the last `at` on. */
    let comment = -1;
    for (let at = 0; at < end; ) {
      if (plain && !passing && sink.canSkip()) {
        search ??= createWorkSearch(text, isSse);
        let start = nextWork(search, text, at, end);
        if (sink.seesComments()) {
          if (comment < at) comment = nextComment(text, at);
          start = Math.min(start, comment);
        }
        if (start > at) sink.skip(view(current, base + at, base + start));
        at = start;
        taken = base + at;
        if (start === end) return;
      }
      const next = framing.next(text, at, final);
      if (next === -1) return;
      hand(view(current, base + at, base + next), text.slice(at, next), plain);
      at = next;
      taken = base + at;
      sink.taken();
    }
  }

  /** @returns the start of the next frame at or behind `at` that has work, or `end` */
  function nextWork(search: WorkSearch, text: string, at: number, end: number): number {
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

  /** Has a frame nothing to look at? As `nextWork` finds it, for all that is skipped must be the same however it is cut. */
  function mayPass(text: string): boolean {
    if (isComment(text) && sink.seesComments()) return false;
    // To `hasWork` a blank line between frames looks like a last frame without its end.
    return /^[\r\n]+$/.test(text) || !hasWork(text, isSse);
  }

  /** Lets a frame go that is too long, all but its last bytes: they may belong to the blank line. */
  function passLongFrame(): void {
    const bytes = tail.join(NO_BYTES);
    let keep = bytes.length - LONG_TAIL - 1;
    // What is kept must not begin with a line end: it would look like a blank line.
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

  return { push, end, rest: () => tail.join(view(current, taken)) };
}
