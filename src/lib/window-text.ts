import { put, view, zeros } from './bytes.ts';

/**
 * Decodes a part of a chunk to text that is only searched: one unit per byte. A byte of ASCII is its character, any
 * other is DEL or a unit beyond it. So `isPlainText` may doubt ASCII, but never trusts anything else.
 */
export type WindowText = (bytes: Uint8Array) => string;

/** Bytes that are masked at once; a longer part is rare. */
const MAX_MASKED = 65_536;
/** Parts of so many bytes, some twenty frames, show whether the stream is ASCII. */
const MIN_TELLING = 4096;
const WORD = 4;
/** The highest bit of each byte in a word. */
const HIGH = 0x80808080;

// Captured on import: the page shares our realm and may replace them later.
const ONE_UNIT_PER_BYTE = new TextDecoder('latin1');
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const Words = Int32Array;
const { ceil } = Math;

/**
 * Decodes without the Latin-1 decoder as far as possible: beside ASCII, Node's goes byte by byte in JavaScript, and as
 * 0x80 to 0x9f become other characters, its text takes two bytes per unit, which slows each search.
 */
export function createWindowText(): WindowText {
  /** The last part was ASCII, so the next one will mostly be. A short one, such as the beginning of a frame, tells nothing. */
  let wasAscii = true;
  let buffer: Uint8Array | null = null;

  return (bytes) => {
    if (wasAscii) {
      const text = UTF8.decode(bytes);
      // Each byte has become one unit, as no two of them are one character.
      if (text.length === bytes.length) return text;
    }
    if (bytes.length > MAX_MASKED) return ONE_UNIT_PER_BYTE.decode(bytes);
    buffer ??= zeros(MAX_MASKED);
    put(buffer, bytes, 0);
    const isAscii = !maskHigh(new Words(buffer.buffer, 0, ceil(bytes.length / WORD)));
    if (bytes.length >= MIN_TELLING) wasAscii = isAscii;
    return UTF8.decode(view(buffer, 0, bytes.length));
  };
}

/** Replaces each byte that is not ASCII by DEL. @returns whether there was any */
function maskHigh(words: Int32Array): boolean {
  let all = 0;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? 0;
    const high = word & HIGH;
    if (high === 0) continue;
    all |= high;
    words[i] = (word | (high - (high >>> 7))) & ~high;
  }
  return all !== 0;
}

/** @returns whether the bytes of such a text are certainly ASCII */
export function isPlainText(text: string): boolean {
  if (text.length < 8) {
    for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x7f) return false;
    return true;
  }
  // oxlint-disable-next-line no-control-regex -- the range of ASCII is what is meant
  return /^[\x00-\x7e]*$/.test(text);
}
