import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** What was found around the bytes of a recording, and taken off. */
export interface Unwrapped {
  readonly bytes: Uint8Array;
  /** What it was, in words. */
  readonly notes: readonly string[];
}

/** Bytes at the beginning that decide. */
const HEAD = 4096;

/**
 * Takes off what tools put around a recording: UTF-16, gzip, the chatter of `curl -v`, and time
 * stamps or names of containers before lines. Anything else stays as it is.
 */
export function unwrap(input: Uint8Array): Unwrapped {
  const notes: string[] = [];
  let bytes = input;
  function take(taken: Uint8Array | null, note: string): void {
    if (!taken) return;
    bytes = taken;
    notes.push(note);
  }

  if (bytes[0] === 0x1f && bytes[1] === 0x8b) take(decompress(bytes, 'gzip'), 'gzip');
  take(fromUtf16(bytes), 'UTF-16');
  const head = textOf(bytes.subarray(0, HEAD)).replace(/^\ufeff/, '');
  if (CHATTER.test(head)) take(bytesOf(withoutChatter(textOf(bytes))), 'output of "curl -v"');
  else if (STAMP.test(head)) take(withoutStamps(textOf(bytes)), 'lines with time stamps');
  return { bytes, notes };
}

/** @returns null for bytes that are not UTF-16, as PowerShell writes it */
function fromUtf16(bytes: Uint8Array): Uint8Array | null {
  const label =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null;
  return label === null ? null : bytesOf(new TextDecoder(label).decode(bytes));
}

/** Most bytes that a recording may have once it is decompressed: 2 KiB can become gigabytes. */
export const MAX_PLAIN = 64 * 1024 * 1024;

/** @throws an error for a person: there is more than is read */
export function tooLarge(): never {
  throw new Error(
    `decompressed, it has more than ${MAX_PLAIN / 1024 / 1024} MB; record a shorter reply`,
  );
}

/**
 * @returns null for bytes that are not compressed in this way
 * @throws if they become more than `MAX_PLAIN`
 */
export function decompress(bytes: Uint8Array, encoding: string): Uint8Array | null {
  const decoder = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    'x-gzip': gunzipSync,
    deflate: inflateSync,
  }[encoding];
  try {
    return decoder ? decoder(bytes, { finishFlush: 2, maxOutputLength: MAX_PLAIN }) : null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : null;
  }
}

/** What `curl -v` reports of a connection, at the beginning. */
const CHATTER =
  /^(?:\* {1,3}(?:Trying|Connected to|Host |Uses proxy|Rebuilt URL|Could not resolve|Connection #|Established connection|Added |Using HTTP|\[HTTP)|> (?:GET|POST|PUT|HEAD) \S+ HTTP\/|< HTTP\/\d|  % Total +% Received)/;
const CHATTER_LINE =
  /^(?:\* .*|\*|> .*|>|[{}] \[\d+ bytes data\]| {2}% Total.*| {20}.*Dload.*| {0,3}\d{1,3} {1,9}\S{1,9} {1,9}\d{1,3} .{0,80}--:--:--.*)\r?$/;

/** Turns the lines of the last response, which begin with "< ", into headers. */
function withoutChatter(text: string): string {
  const lines = text.split('\n').filter((line) => !CHATTER_LINE.test(line));
  return lines
    .map((line) => (/^<(?: |\r?$)/.test(line) ? line.replace(/^< ?/, '') : line))
    .join('\n');
}

/**
 * A time, a date and a time, seconds since 1970, or the name of a container, at the beginning of a
 * line.
 */
const STAMP =
  /^[[(]?(?:(?:(?:\d{4}[-/.]\d\d[-/.]\d\d|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)?\s?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d{1,2})[T ,]*)?\d{1,2}:\d\d:\d\d(?:[.,]\d+)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?|1\d{9}(?:\.\d+)?|[\w.-]+ +(?=\|))[\])]?(?:[ \t]*[|:>-](?=[ \t]|$)|(?=[ \t]|$))[ \t]?/;

/** @returns null if most lines have none: then the first one was part of the text */
function withoutStamps(text: string): Uint8Array | null {
  const lines = text.split(/\r?\n/);
  const said = lines.filter((line) => line.trim() !== '');
  if (said.filter((line) => STAMP.test(line)).length * 10 < said.length * 9 || said.length < 2)
    return null;
  const bare = lines.map((line) => line.replace(STAMP, ''));
  // A logger drops the empty lines between frames.
  const isSse = bare.some((line) => line.startsWith('data:')) && !bare.slice(0, -1).includes('');
  return bytesOf(
    bare.map((line) => (isSse && line.startsWith('data:') ? `${line}\n` : line)).join('\n'),
  );
}

/** The transfer coding of HTTP/1.1: each chunk follows a line with its size in hex. */
const CHUNK_SIZE =
  /^[\da-f]{1,8}[ \t]*(?:;[^\r\n]{0,200})?\r?\n(?=(?:data|event|id|retry)?:|[{[])/i;

/** @returns the body without the sizes of its chunks; null if there are none, or they are wrong */
export function withoutChunkSizes(body: Uint8Array): Uint8Array | null {
  if (!CHUNK_SIZE.test(textOf(body.subarray(0, HEAD)))) return null;
  const parts: Uint8Array[] = [];
  for (let at = 0; at < body.length;) {
    const line = /^([\da-f]{1,8})[^\r\n]*\r?\n/i.exec(latin1(body.subarray(at, at + 300)));
    const size = Number.parseInt(line?.[1] ?? '', 16);
    const from = at + (line?.[0].length ?? 0);
    if (!line || from + size > body.length) return parts.length > 0 ? Buffer.concat(parts) : null;
    if (size === 0) break;
    parts.push(body.subarray(from, from + size));
    at = from + size;
    while (body[at] === 0x0d || (body[at] === 0x0a && at < from + size + 2)) at++;
  }
  return Buffer.concat(parts);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
