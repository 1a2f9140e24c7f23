import { view } from '../../lib/bytes.ts';
import type { Framing } from '../framing/framing.ts';
import { jsonString, parseJson, rawAt } from '../json/json-edit.ts';
import { MAX_HELD } from '../text/marker-filter.ts';
import { prospectOf } from '../text/marker-grammar.ts';

// Captured on import: the page shares our realm and may replace it later.
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

const LINE_FEED = 0x0a;
const BACKTICK = 0x60;

const TEXT = ['choices', 0, 'delta', 'content'];

/**
 * The framing of a body that is the text of a reply itself (text stream of the AI SDK, chatbot-ui).
 * The network cuts it anywhere, so a line that may become a marker is held until it is complete: it
 * is never judged as a line that a model wrote in pieces, nor as a delta that is nothing but a
 * marker. Everything else is a frame as it arrives, cut into as few pieces as keep text that must
 * wait apart from the rest: a last line that may be a marker, with the line feed before it, and the
 * line feed behind it. To all readers, a piece looks like the chunk of a chat that contains nothing
 * else.
 */
export function createTextFraming(): Framing {
  /** The next piece begins a line. */
  let startsLine = true;

  function endOf(bytes: Uint8Array, start: number, _from: number, final: boolean): number {
    const ready = endOfReady(bytes, start, startsLine, final);
    if (ready <= start) return -1;
    const end = endOfPiece(bytes, start, ready);
    startsLine = bytes[end - 1] === LINE_FEED;
    return end;
  }

  return { endOf, read, lasting: () => '', isText: true };
}

function read(text: string): ReturnType<Framing['read']> {
  return {
    event: null,
    data: `{"choices":[{"index":0,"delta":{"content":${jsonString(text, text)}}}]}`,
    rewrite: (data) => parseJson(rawAt(data, TEXT) ?? '') as string,
  };
}

/**
 * @returns the offset up to which text may leave: all whole characters, but for a last line that
 * may become a marker
 */
function endOfReady(bytes: Uint8Array, start: number, startsLine: boolean, final: boolean): number {
  const whole = endOfWhole(bytes, start);
  const line = lineStart(bytes, start, whole);
  const isBegun = line < whole && bytes[line] === BACKTICK && (line > start || startsLine);
  return isBegun && !final && mayBecomeMarker(view(bytes, line, whole)) ? line : whole;
}

/**
 * Most bytes of a line that may become a marker: more do not fit into as many UTF-16 units as are
 * held.
 */
const MAX_BYTES = 3 * MAX_HELD;

function mayBecomeMarker(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_BYTES) return false;
  const line = UTF8.decode(bytes);
  return line.length <= MAX_HELD && prospectOf(line) !== 'no';
}

/** @returns the end of the first of the pieces into which [start, ready) is cut */
function endOfPiece(bytes: Uint8Array, start: number, ready: number): number {
  const end = bytes[ready - 1] === LINE_FEED ? ready - 1 : ready;
  const line = lineStart(bytes, start, end);
  const before = bytes[line] === BACKTICK ? Math.max(line - 1, start) : end;
  if (before === start) return end > start ? end : ready;
  const isLikeMarker =
    bytes[start] === LINE_FEED &&
    bytes[start + 1] === BACKTICK &&
    bytes[before - 1] === LINE_FEED &&
    bytes[before - 2] === BACKTICK;
  return isLikeMarker ? start + 1 : before;
}

/** @returns the offset after the last line feed of [start, end); `start` if there is none */
function lineStart(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && bytes[at - 1] !== LINE_FEED) at--;
  return at;
}

/**
 * @returns the offset behind the last complete UTF-8 character; broken bytes count as complete, for
 * others to find
 */
function endOfWhole(bytes: Uint8Array, start: number): number {
  for (let back = 1; back <= 3 && back <= bytes.length - start; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
