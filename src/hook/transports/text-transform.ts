import type { BodyTransform } from './traffic.ts';
import { decodeText, encodeText, NativeTextDecoder } from '../realm/natives.ts';

/**
 * Reads a growing text, as XMLHttpRequest exposes it.
 * @param text everything received so far; '' if the request failed
 * @param done whether the text is complete
 * @returns the text for the page; it grows too, and what was shown once stays
 */
export type TextReader = (text: string, done: boolean) => string;

// No prototypes, as everywhere: the page may have put options of its own on Object.prototype.
const KEEP_MARKS = { __proto__: null, ignoreBOM: true } as TextDecoderOptions;
const GOES_ON = { __proto__: null, stream: true } as TextDecodeOptions;

/** Reads a growing text through a transform of bytes; each piece passes through it once. */
export function readThrough(transform: BodyTransform): TextReader {
  const decoder = new NativeTextDecoder('utf-8', KEEP_MARKS);
  /** Everything before this offset has been read; never inside a surrogate pair. */
  let read = 0;
  let shown = '';
  let over = false;

  function show(bytes: Uint8Array | undefined): void {
    if (bytes) shown += decodeText(decoder, bytes, GOES_ON);
  }

  return (text, done) => {
    if (over) return shown;
    const end = !done && endsInHalf(text) ? text.length - 1 : text.length;
    if (end > read) {
      const parts = transform.push(encodeText(text.slice(read, end)));
      read = end;
      for (let i = 0; i < parts.length; i++) show(parts[i]);
    }
    if (done) {
      over = true;
      // The text of a failed request is empty, whatever had arrived.
      show(transform.end(text.length < read ? 'cut' : 'whole'));
    }
    return shown;
  };
}

/**
 * Goes on behind what the page has seen of a text as it arrived: that stays. Where something of it
 * would have been changed, so does the rest, which is read all the same.
 */
export function readOn(reader: TextReader, seen: string): TextReader {
  let state: 'behind' | 'level' | 'apart' = 'behind';

  return (text, done) => {
    const clean = reader(text, done);
    if (state === 'behind' && clean.length >= seen.length)
      state = clean.startsWith(seen) ? 'level' : 'apart';
    else if (state === 'behind' && (done || !seen.startsWith(clean))) state = 'apart';
    if (state === 'level') return clean;
    return state === 'behind' ? seen : text;
  };
}

function endsInHalf(text: string): boolean {
  return (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
}
