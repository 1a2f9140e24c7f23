import { concat, copy, NO_BYTES, put, view } from '../../lib/bytes.ts';
import { offsetOf, parseJson, skipString, type JsonPath } from '../json/json-edit.ts';
import { hasNoWork, hasWorkIn } from './byte-scan.ts';
import { createPatience } from './patience.ts';
import { createSameBeginning, LONGEST } from './same-beginning.ts';
import { createSkipScan } from './skip-scan.ts';

/**
 * A frame that was read, and what it shares with those after it: in most streams each frame repeats the previous one
 * except for the text of its delta, so only that is read.
 */
export interface RepeatedFrame<T> {
  /**
   * Remembers a frame.
   * @param bytes one line of data with its blank line; nothing of its buffer is kept
   * @param units the same, one unit per byte
   * @param path where the string is in which others may differ
   * @param what what `find` gives for another one
   * @param sent the frame as it left, where it was changed around that string
   */
  learn(bytes: Uint8Array, units: string, path: JsonPath, what: T, sent?: Uint8Array | null): void;
  /**
   * @param bytes a chunk, which is read up to the offset `to`
   * @returns the frame that begins at `from` and differs from the one remembered in that string only; null for any other
   */
  find(bytes: Uint8Array, from: number, to: number): FoundFrame<T> | null;
  /**
   * @param room returns where to write so many bytes; null if they need a buffer of their own
   * @returns the frame as it is to leave; `bytes` if that is all of them
   */
  leaving(bytes: Uint8Array, found: FoundFrame<T>, room?: Room): Uint8Array;
  /** Returns whether skip-scan.ts finds work outside of that string. */
  works(): boolean;
}

/** A frame that repeats another; its offsets are those in its chunk. */
export interface FoundFrame<T> {
  readonly what: T;
  readonly from: number;
  /** After its blank line. */
  readonly end: number;
  /** Of the content of its string. */
  readonly start: number;
  readonly stop: number;
  /** The string is ASCII without escapes: its bytes are its text. */
  readonly isPlain: boolean;
  /** It is certain that skip-scan.ts finds work in the frame, or that it finds none; neither, if another search must tell. */
  readonly works: boolean;
  readonly isIdle: boolean;
}

type Room = (length: number) => Uint8Array | null;

/** Frames up to this size, which is what a live reply brings, may repeat an earlier one. */
const SHORT = LONGEST;

/** A string of so few bytes is assembled faster than it is decoded. */
const FEW = 24;

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const SPACE = 0x20;
const CLOSE = 0x7d;
const LINE_FEED = 0x0a;

// Captured on import: the page shares our realm and may replace them later.
const ONE_UNIT_PER_BYTE = new TextDecoder('latin1');
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const { fromCharCode } = String;

/** What a letter means behind a backslash, by its code; 0 for all that need a parser (RFC 8259, section 7). */
const ESCAPES = escapesOf('"\\/bfnrt', '"\\/\b\f\n\r\t');

function escapesOf(letters: string, meanings: string): Uint8Array {
  const escapes = new Uint8Array(256);
  for (let i = 0; i < letters.length; i++) escapes[letters.charCodeAt(i)] = meanings.charCodeAt(i);
  return escapes;
}

/** @param isSse whether lines have fields; otherwise each is only JSON */
export function createRepeatedFrame<T>(isSse: boolean): RepeatedFrame<T> {
  /** How a frame begins that may be learned. */
  const ending = isSse ? '}\n\n'.length : '}\n'.length;
  const start = isSse ? /^data: ?\{/ : /^\{/;
  /** What is before the string. */
  const head = createSameBeginning();
  /** What is behind it, from its quote to the blanks before the last brace. */
  let tail = NO_BYTES;
  let of: T | null = null;
  /** There is work outside of the string. */
  let works = false;
  /** byte-scan.ts finds none there. */
  let isIdle = false;
  /** What leaves in place of what is before the string, and behind it, null if that is the same; null where frames leave as they came. */
  let instead: Around | null = null;
  const patience = createPatience();

  /** @returns where the string is in a frame that may be learned, and up to where what follows is the same in all */
  function placeOf(bytes: Uint8Array, units: string, path: JsonPath): Place | null {
    const json = start.exec(units)?.[0].length ?? -1;
    if (json === -1 || !units.endsWith(isSse ? '}\n\n' : '}\n') || /[\r\n]./.test(units)) return null;
    const data = units.slice(json - 1);
    const at = offsetOf(data, path);
    if (data[at] !== '"') return null;
    return { before: json + at, behind: json - 1 + skipString(data, at) - 1, until: lastSpaces(bytes, ending) };
  }

  /** @returns what is around the string in a frame that left changed; undefined where the string or its end is another */
  function changed(bytes: Uint8Array, place: Place, sent: Uint8Array, path: JsonPath): Around | undefined {
    const found = placeOf(sent, ONE_UNIT_PER_BYTE.decode(sent), path);
    if (!found || !isSame(bytes, place.before, place.behind, sent, found.before, found.behind)) return undefined;
    if (!isSame(bytes, place.until, bytes.length, sent, found.until, sent.length)) return undefined;
    const same = isSame(bytes, place.behind, place.until, sent, found.behind, found.until);
    return { before: copy(sent, 0, found.before), behind: same ? null : copy(sent, found.behind, found.until) };
  }

  function learn(bytes: Uint8Array, units: string, path: JsonPath, what: T, sent: Uint8Array | null = null): void {
    if (!patience.tries()) return;
    of = null;
    const place = placeOf(bytes, units, path);
    const around = place && sent ? changed(bytes, place, sent, path) : null;
    if (!place || around === undefined) return;
    const { before, behind, until } = place;
    head.learn(view(bytes, 0, before));
    tail = copy(bytes, behind, until);
    of = what;
    instead = around;
    works = createSkipScan(units.slice(0, before) + units.slice(behind), isSse).next(0) !== Infinity;
    isIdle = !around && hasNoWork(concat([view(bytes, 0, before), view(bytes, behind)]), isSse);
  }

  function joined(around: Around, bytes: Uint8Array, found: FoundFrame<T>, room?: Room): Uint8Array {
    const { from, end, start, stop } = found;
    const { before, behind } = around;
    if (behind) return concat([before, view(bytes, start, stop), behind, view(bytes, stop + tail.length, end)]);
    const place = room?.(before.length + end - start);
    if (place) {
      put(place, before, 0);
      put(place, view(bytes, start, end), before.length);
      return place;
    }
    const shorter = start - from - before.length;
    if (shorter < 0) return concat([before, view(bytes, start, end)]);
    // All of it in one native copy, then the beginning over it: half the time.
    const frame = copy(bytes, from + shorter, end);
    put(frame, before, 0);
    return frame;
  }

  /** @returns the offset after the frame, if what is behind the string at `stop` is the same; else -1 */
  function endOf(bytes: Uint8Array, stop: number, to: number): number {
    const { length } = tail;
    let at = stop + length;
    if (at + ending > to) return -1;
    for (let i = 0; i < length; i++) if (bytes[stop + i] !== tail[i]) return -1;
    while (bytes[at] === SPACE) at++;
    if (at + ending > to || bytes[at] !== CLOSE || bytes[at + 1] !== LINE_FEED) return -1;
    return bytes[at + ending - 1] === LINE_FEED ? at + ending : -1;
  }

  return {
    learn,
    find(bytes, from, to) {
      if (of === null || !head.isAt(bytes, from)) return null;
      const limit = Math.min(to, from + SHORT);
      const start = from + head.length();
      let isPlain = true;
      let isWork = works;
      let stop = start;
      for (; stop < limit; stop++) {
        const byte = bytes[stop] ?? 0;
        if (byte === QUOTE) break;
        if (byte < SPACE) return null;
        if (byte >= 0x80) isPlain = false;
        else if (byte === BACKSLASH || byte === 0x60 /* ` */ || byte === 0x7e /* ~ */) {
          isWork = true;
          if (byte !== BACKSLASH) continue;
          isPlain = false;
          stop++;
        }
      }
      const end = endOf(bytes, stop, limit);
      if (end === -1) return null;
      patience.renew();
      const nothing = isIdle && !isWork && !hasWorkIn(bytes, start, stop, isSse);
      return { what: of, from, end, start, stop, isPlain, works: isWork, isIdle: nothing };
    },
    leaving(bytes, found, room) {
      const { from, end } = found;
      if (instead) return joined(instead, bytes, found, room);
      return from === 0 && end === bytes.length ? bytes : view(bytes, from, end);
    },
    works: () => works,
  };
}

/** What is around the string of a frame as it leaves. */
interface Around {
  readonly before: Uint8Array;
  readonly behind: Uint8Array | null;
}

/** Offsets in a frame of one line of data. */
interface Place {
  /** Behind the quote that opens the string. */
  readonly before: number;
  /** Of the quote that closes it. */
  readonly behind: number;
  /** Of the blanks before the last brace. */
  readonly until: number;
}

function isSame(a: Uint8Array, fromA: number, toA: number, b: Uint8Array, fromB: number, toB: number): boolean {
  if (toA - fromA !== toB - fromB) return false;
  for (let i = 0; i < toA - fromA; i++) if (a[fromA + i] !== b[fromB + i]) return false;
  return true;
}

/** @returns where the blanks begin before the last `ending` bytes, which include the brace of the data */
function lastSpaces(bytes: Uint8Array, ending: number): number {
  let at = bytes.length - ending;
  while (bytes[at - 1] === SPACE) at--;
  return at;
}

/** @returns the string of a frame; null for one that is not valid */
export function stringIn(bytes: Uint8Array, { start, stop, isPlain }: FoundFrame<unknown>): string | null {
  const text = stop - start > FEW ? null : readFew(bytes, start, stop);
  if (text !== null) return text;
  const string = view(bytes, start, stop);
  return isPlain ? ONE_UNIT_PER_BYTE.decode(string) : readEscaped(string);
}

/** @returns the string in [start, stop); null if it has any other than ASCII or a short escape such as `\n` */
function readFew(bytes: Uint8Array, start: number, stop: number): string | null {
  let text = '';
  for (let i = start; i < stop; i++) {
    let byte = bytes[i] ?? 0;
    if (byte === BACKSLASH) byte = ESCAPES[bytes[++i] ?? 0] ?? 0;
    if (byte === 0 || byte >= 0x80) return null;
    text += fromCharCode(byte);
  }
  return text;
}

function readEscaped(bytes: Uint8Array): string | null {
  const raw = decode(bytes);
  if (raw === null || !raw.includes('\\')) return raw;
  const text = parseJson(`"${raw}"`);
  return typeof text === 'string' ? text : null;
}

/** @returns null for broken UTF-8 */
function decode(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}
