import type { FrameFields, Framing } from './framing.ts';
import { isObject, parseJson, replaceStrings } from './json-text.ts';
import type { Judged, Reply, Verdict } from './reply.ts';

/** Transforms the bytes of one body. It never throws on account of what it reads, and never keeps a chunk it was given. */
export interface BodyNormalizer {
  /**
   * @param chunk the next bytes, cut anywhere
   * @returns the bytes that are ready now: `chunk` itself where nothing was to do, a part of it, new bytes, or none
   */
  push(chunk: Uint8Array): Uint8Array;
  /** The body is over, whole or cut. @returns what was still held */
  end(): Uint8Array;
  /** Nothing came for a while. @returns text held only for the sake of a line feed at its end */
  idle(): Uint8Array;
}

/** A frame beyond this many bytes passes as it is. */
export const MAX_FRAME = 8 * 1024 * 1024;
/** Frames waiting for the fate of a text; beyond, they go as they are. */
const MAX_WAITING = 1000;

/**
 * What a message must have for any rule to apply: a backtick or tilde (markers, fences), an escaped line feed or control
 * character, an event name, a tool. All ASCII, so that bytes can be searched without decoding them.
 */
const NEEDLE = /[`~]|\\n|\\u00|event:|"tool/g;

const NOTHING = new Uint8Array(0);

// Captured on import: the page shares our realm and may replace them later.
const ONE_UNIT_PER_BYTE = new TextDecoder('latin1');
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

interface Waiting {
  readonly bytes: Uint8Array;
  readonly judged: Judged | null;
  readonly rewrite: (verdict: Verdict) => Uint8Array;
}

/**
 * Normalizes a framed body. Only whole frames leave it; a frame that no rule changes leaves it with its own bytes, and
 * on a clean stream whole chunks pass without being decoded.
 */
export function createStreamNormalizer(framing: Framing, reply: Reply): BodyNormalizer {
  /** The beginning of a frame whose end has not come: the first `tailLength` bytes of a growing buffer. */
  let tail = NOTHING;
  let tailLength = 0;
  /** In the middle of a frame that is too long to be held. */
  let passing = false;
  /** Frames that wait for the fate of their text, and all frames behind them. */
  let waiting: Waiting[] = [];
  let out: Uint8Array[] = [];

  function push(chunk: Uint8Array): Uint8Array {
    if (tailLength > 65_536 && !endsFrame(chunk)) return keepTail(chunk);
    const bytes = tailLength === 0 ? chunk : joinTail(chunk);
    const view = ONE_UNIT_PER_BYTE.decode(bytes);
    const cut = process(bytes, view, false);
    setTail(bytes, cut);
    return flush();
  }

  /** Cheap test for a chunk within a long frame: could the frame end in it? */
  function endsFrame(chunk: Uint8Array): boolean {
    const overlap = tail.subarray(Math.max(0, tailLength - 3), tailLength);
    return framing.next(ONE_UNIT_PER_BYTE.decode(concat([overlap, chunk])), overlap.length > 0 ? 1 : 0, false) !== -1;
  }

  function process(bytes: Uint8Array, view: string, final: boolean): number {
    let at = 0;
    // Where only line feeds end lines, frames without work are skipped by searching for work.
    const plain = !view.includes('\r');
    const last = plain ? view.lastIndexOf(framing.separator) : -1;
    const end = plain ? (last === -1 ? 0 : last + framing.separator.length) : view.length;
    while (at < end) {
      let start = at;
      if (plain && !passing && reply.settled() && waiting.length === 0) {
        start = nextWork(view, at, end);
        if (start > at) emit(bytes.subarray(at, start));
        if (start === end) return end;
      }
      const next = framing.next(view, start, final);
      if (next === -1) return start;
      frame(bytes.subarray(start, next), view.slice(start, next));
      at = next;
    }
    return at;
  }

  /** @returns the start of the next frame at or behind `at` that holds a needle, or `end` */
  function nextWork(view: string, at: number, end: number): number {
    NEEDLE.lastIndex = at;
    const found = NEEDLE.exec(view);
    if (!found || found.index >= end) return end;
    const before = view.lastIndexOf(framing.separator, found.index - 1);
    return before === -1 ? at : Math.max(at, before + framing.separator.length);
  }

  function frame(bytes: Uint8Array, view: string): void {
    if (passing || bytes.length > MAX_FRAME) {
      passing = false;
      reply.giveUp();
      drain();
      emit(bytes);
      return;
    }
    NEEDLE.lastIndex = 0;
    if (reply.settled() && waiting.length === 0 && !NEEDLE.test(view)) {
      emit(bytes);
      return;
    }
    judge(bytes, view);
    drain();
    if (waiting.length > MAX_WAITING) {
      reply.giveUp();
      drain();
    }
  }

  function judge(bytes: Uint8Array, view: string): void {
    const fields = readFields(bytes);
    const json = fields && parseJson(fields.data);
    if (fields?.data.trim() === '[DONE]') reply.end();
    const judged = fields && isObject(json) ? reply.judge({ event: fields.event, json }) : null;
    if ((!fields || !isObject(json)) && view.trim() !== '') reply.pause(view.startsWith(':'));
    const verdict = judged?.verdict();
    // What is removed anyway need not wait, and what waits for nothing behind nothing goes at once.
    if (verdict?.kind === 'remove') return;
    const rewrite = (final: Verdict): Uint8Array => rewriteFrame(bytes, fields, final);
    if (waiting.length === 0 && (!judged || verdict)) emit(rewrite(verdict ?? { kind: 'keep' }));
    else {
      const copy = bytes.slice();
      waiting.push({ bytes: copy, judged, rewrite: (final) => rewriteFrame(copy, fields, final) });
    }
  }

  function readFields(bytes: Uint8Array): FrameFields | null {
    try {
      return framing.read(UTF8.decode(bytes));
    } catch {
      return null; // broken UTF-8: the frame passes as it is
    }
  }

  function rewriteFrame(bytes: Uint8Array, fields: FrameFields | null, verdict: Verdict): Uint8Array {
    if (verdict.kind === 'remove') return NOTHING;
    if (verdict.kind !== 'edit' || !fields) return bytes;
    const text = fields.rewrite(replaceStrings(fields.data, verdict.edits));
    return text === null ? bytes : ENCODER.encode(text);
  }

  /** Lets all frames go whose fate is known, in order. */
  function drain(): void {
    let done = 0;
    for (const { judged, rewrite } of waiting) {
      const verdict = judged ? judged.verdict() : ({ kind: 'keep' } as const);
      if (!verdict) break;
      emit(rewrite(verdict));
      done++;
    }
    if (done > 0) waiting = waiting.slice(done);
  }

  function emit(bytes: Uint8Array): void {
    const last = out[out.length - 1];
    if (bytes.length === 0) return;
    // Neighbours in the same buffer stay one view of it.
    if (last && last.buffer === bytes.buffer && last.byteOffset + last.length === bytes.byteOffset) {
      out[out.length - 1] = new Uint8Array(last.buffer, last.byteOffset, last.length + bytes.length);
    } else out.push(bytes);
  }

  function flush(): Uint8Array {
    const result = out.length === 1 && out[0] ? out[0] : concat(out);
    out = [];
    return result;
  }

  function joinTail(chunk: Uint8Array): Uint8Array {
    return concat([tail.subarray(0, tailLength), chunk]);
  }

  /** Keeps what follows the last whole frame, in bytes of its own: the page may transfer the chunk's buffer. */
  function setTail(bytes: Uint8Array, from: number): void {
    tail = bytes.slice(from);
    tailLength = tail.length;
  }

  function keepTail(chunk: Uint8Array): Uint8Array {
    if (passing || tailLength + chunk.length > MAX_FRAME) {
      passing = true;
      reply.giveUp();
      drain();
      // All but the last bytes, which may belong to the blank line.
      const bytes = joinTail(chunk);
      const keep = Math.max(0, bytes.length - 65_540);
      emit(bytes.subarray(0, keep));
      setTail(bytes, keep);
      return flush();
    }
    if (tailLength + chunk.length > tail.length) {
      const grown = new Uint8Array(2 * (tailLength + chunk.length));
      grown.set(tail.subarray(0, tailLength));
      tail = grown;
    }
    tail.set(chunk, tailLength);
    tailLength += chunk.length;
    return NOTHING;
  }

  function end(): Uint8Array {
    const bytes = tail.subarray(0, tailLength);
    const view = ONE_UNIT_PER_BYTE.decode(bytes);
    const cut = process(bytes, view, true);
    // A last frame without its blank line.
    if (cut < bytes.length) frame(bytes.subarray(cut), view.slice(cut));
    tail = NOTHING;
    tailLength = 0;
    reply.end();
    drain();
    return flush();
  }

  function idle(): Uint8Array {
    if (waiting.length > 0 && reply.holdsLineFeedOnly()) reply.pause(false);
    drain();
    return flush();
  }

  return { push, end, idle };
}

/** @returns one array with the bytes of all */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const result = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
