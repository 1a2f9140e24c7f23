import { concat, copy, NO_BYTES, view } from '../../lib/bytes.ts';
import { offsetOf, parseJson, skipString, type JsonPath } from '../json/json-edit.ts';
import { createPatience } from './patience.ts';
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
   * @param what what `read` gives with the string of another one
   * @param sent the frame as it left, where it was changed around that string
   */
  learn(bytes: Uint8Array, units: string, path: JsonPath, what: T, sent?: Uint8Array | null): void;
  /**
   * @param bytes a chunk
   * @param onlyWork others than frames in which skip-scan.ts finds work are not to be read
   * @returns the string, where that is all in which the chunk differs from the frame remembered, and the chunk as it is to
   *   leave; null for every other one
   */
  read(
    bytes: Uint8Array,
    onlyWork: boolean,
  ): { readonly what: T; readonly text: string; readonly bytes: Uint8Array } | null;
}

/** A string of so few bytes is assembled faster than it is decoded. */
const FEW = 24;

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const SPACE = 0x20;

// Captured on import: the page shares our realm and may replace them later.
const ONE_UNIT_PER_BYTE = new TextDecoder('latin1');
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const { fromCharCode } = String;

/** @param isSse whether lines have fields; otherwise each is only JSON */
export function createRepeatedFrame<T>(isSse: boolean): RepeatedFrame<T> {
  /** How a frame begins that may be learned. */
  const ending = isSse ? '}\n\n'.length : '}\n'.length;
  const start = isSse ? /^data: ?\{/ : /^\{/;
  let known = NO_BYTES;
  let of: T | null = null;
  /** Bytes of `known` before its string. */
  let before = 0;
  /**
   * Position of the quote after it, and how many bytes from there on all frames share, up to the end of `lastSpaces`.
   */
  let behind = 0;
  let same = 0;
  /** There is work outside of the string. */
  let works = false;
  /** What leaves in place of what is before the string, and behind it; null where frames leave as they came. */
  let instead: { readonly before: Uint8Array; readonly behind: Uint8Array } | null = null;
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
  function changed(bytes: Uint8Array, place: Place, sent: Uint8Array, path: JsonPath): typeof instead | undefined {
    const found = placeOf(sent, ONE_UNIT_PER_BYTE.decode(sent), path);
    if (!found || !isSame(bytes, place.before, place.behind, sent, found.before, found.behind)) return undefined;
    if (!isSame(bytes, place.until, bytes.length, sent, found.until, sent.length)) return undefined;
    return { before: copy(sent, 0, found.before), behind: copy(sent, found.behind, found.until) };
  }

  function learn(bytes: Uint8Array, units: string, path: JsonPath, what: T, sent: Uint8Array | null = null): void {
    if (!patience.tries()) return;
    known = NO_BYTES;
    const place = placeOf(bytes, units, path);
    const around = place && sent ? changed(bytes, place, sent, path) : null;
    if (!place || around === undefined) return;
    known = copy(bytes);
    of = what;
    instead = around;
    ({ before, behind } = place);
    same = place.until - behind;
    works = createSkipScan(units.slice(0, before) + units.slice(behind), isSse).next(0) !== Infinity;
  }

  function joined(around: NonNullable<typeof instead>, bytes: Uint8Array, end: number): Uint8Array {
    return concat([around.before, view(bytes, before, end), around.behind, view(bytes, end + same)]);
  }

  /** @returns where the string ends, if everything but that and the blanks before the last brace is equal; else -1 */
  function endOfString(bytes: Uint8Array): number {
    const { length } = bytes;
    for (let i = 1; i <= ending; i++) if (bytes[length - i] !== known[known.length - i]) return -1;
    const end = lastSpaces(bytes, ending) - same;
    if (end < before) return -1;
    for (let i = 0; i < before; i++) if (bytes[i] !== known[i]) return -1;
    for (let i = 0; i < same; i++) if (bytes[end + i] !== known[behind + i]) return -1;
    return end;
  }

  return {
    learn,
    read(bytes, onlyWork) {
      const end = of === null ? -1 : endOfString(bytes);
      if (of === null || end === -1) return null;
      const said = readString(bytes, before, end);
      if (said === null || (onlyWork && !works && !said.works)) return null;
      patience.renew();
      return { what: of, text: said.text, bytes: instead ? joined(instead, bytes, end) : bytes };
    },
  };
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

/**
 * @returns the bytes [from, to) as a JSON string without its quotes, and whether it shows work; null if they are not a
 * string
 */
function readString(
  bytes: Uint8Array,
  from: number,
  to: number,
): { readonly text: string; readonly works: boolean } | null {
  let isAscii = true;
  let works = false;
  let text = '';
  const few = to - from <= FEW;
  for (let i = from; i < to; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === BACKSLASH) return readEscaped(view(bytes, from, to));
    if (byte < SPACE || byte === QUOTE) return null;
    if (byte >= 0x80) isAscii = false;
    if (byte === 0x60 /* ` */ || byte === 0x7e /* ~ */) works = true;
    if (few) text += fromCharCode(byte);
  }
  if (few && isAscii) return { text, works };
  const decoded = decode(isAscii ? ONE_UNIT_PER_BYTE : UTF8, view(bytes, from, to));
  return decoded === null ? null : { text: decoded, works };
}

function readEscaped(bytes: Uint8Array): { readonly text: string; readonly works: boolean } | null {
  const raw = decode(UTF8, bytes);
  const text = raw === null ? undefined : parseJson(`"${raw}"`);
  return typeof text === 'string' ? { text, works: true } : null;
}

/** @returns null for broken UTF-8 */
function decode(decoder: TextDecoder, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
