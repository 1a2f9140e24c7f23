import { view } from '../../lib/bytes.ts';
import type { FrameOutlet } from './frame-outlet.ts';
import type { CurrentChunk, FrameSink, Repeats } from './frame-sink.ts';
import type { Framing } from './framing.ts';
import { createSkipScan, type SkipScan } from './skip-scan.ts';
import { nextStray } from './strays.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Passes on the whole frames of a part of a chunk. */
export interface FrameWindow {
  /**
   * @param text the content of the chunk from `taken` on, one unit per byte
   * @param final no more bytes will come
   */
  cut(chunk: CurrentChunk, text: string, final: boolean): void;
}

export function createFrameWindow(framing: Framing, sink: FrameSink, outlet: FrameOutlet): FrameWindow {
  const { separator } = framing;
  const isSse = separator === '\n\n';

  function cut(chunk: CurrentChunk, text: string, final: boolean): void {
    const base = chunk.taken;
    // If only line feeds end lines, frames without work are skipped by searching for work. A blank line at the very
    // start is a separate frame, which that search would miss.
    const plain = !text.includes('\r') && text[0] !== '\n';
    const last = plain ? text.lastIndexOf(separator) : -1;
    const end = plain ? (last === -1 ? 0 : last + separator.length) : text.length;
    const nextToRead = plain ? createSearch(text, end) : null;
    for (let at = 0; at < end;) {
      if (plain && repeats(chunk, base + end, 'sure')) {
        at = chunk.taken - base;
        continue;
      }
      if (nextToRead && !outlet.isPassing() && sink.canSkip()) {
        const start = nextToRead(at);
        if (start > at) sink.skip(view(chunk.bytes, base + at, base + start));
        at = start;
        chunk.taken = base + at;
        if (start === end) return;
      }
      if (plain && repeats(chunk, base + end, 'found')) {
        at = chunk.taken - base;
        continue;
      }
      const blanks = outlet.isPassing() ? at : endOfBlanks(text, at, final);
      if (blanks > at) {
        outlet.passBlanks(view(chunk.bytes, base + at, base + blanks));
        at = blanks;
        chunk.taken = base + at;
        continue;
      }
      const next = plain && isSse ? nextPlain(text, at) : framing.next(text, at, final);
      if (next === -1) return;
      const bytes = view(chunk.bytes, base + at, base + next);
      // If frames may be skipped, the search above has found work in this one.
      outlet.hand(bytes, text.slice(at, next), plain);
      at = next;
      chunk.taken = base + at;
      sink.taken();
    }
  }

  function repeats(chunk: CurrentChunk, to: number, which: Repeats): boolean {
    return !outlet.isPassing() && (sink.repeated?.(chunk, to, which) ?? false);
  }

  /** @returns a function that returns the start of the next frame at or after `at` that must not be skipped, or `end` */
  function createSearch(text: string, end: number): (at: number) => number {
    let search: SkipScan | null = null;
    /** Start of the next stray frame, from the last `at` on. */
    let stray = -1;
    return (at) => {
      search ??= createSkipScan(text, isSse);
      const work = nextWork(search, text, at, end);
      if (!sink.seesStrays()) return work;
      if (stray < at) stray = nextStray(text, at);
      return Math.min(work, stray);
    };
  }

  /** @returns the start of the next frame at or after `at` that has work, or `end` */
  function nextWork(search: SkipScan, text: string, at: number, end: number): number {
    const found = search.next(at);
    if (found >= end) return end;
    const before = text.lastIndexOf(separator, found - 1);
    return before === -1 ? at : Math.max(at, before + separator.length);
  }

  /** @returns the end of the blank lines at `at` that may pass in one piece; `at` if none */
  function endOfBlanks(text: string, at: number, final: boolean): number {
    if (!isBlankEnd(text.charCodeAt(at)) || !outlet.takesBlanks()) return at;
    let end = at + 1;
    while (isBlankEnd(text.charCodeAt(end))) end++;
    // A carriage return may be half of a line end.
    return end === text.length && !final && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
  }

  function isBlankEnd(unit: number): boolean {
    return unit === LINE_FEED || (isSse && unit === CARRIAGE_RETURN);
  }

  return { cut };
}

/** Does what the framing does if only line feeds end lines. */
function nextPlain(text: string, at: number): number {
  if (text.charCodeAt(at) === LINE_FEED) return at + 1;
  const blank = text.indexOf('\n\n', at);
  return blank === -1 ? -1 : blank + 2;
}
