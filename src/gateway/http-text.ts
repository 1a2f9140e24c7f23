// HTTP/1.1 on a connection that serves one request: https://www.rfc-editor.org/rfc/rfc9112

import { NO_BYTES, concat, view } from '../lib/bytes.ts';

/** The first line and the headers of a request. */
export interface RequestHead {
  readonly method: string;
  /** The path and the query are written into the first line, the host into a header. */
  readonly target: URL;
  readonly headers: Headers;
  /** Length of the body in bytes; 'chunked' if unknown, null without a body. */
  readonly length: number | 'chunked' | null;
}

/** The status line and the headers of an answer. */
export interface AnswerHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** Headers that describe one connection only (RFC 9110, section 7.6.1), and those that are written here. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Writes the head of a request after which the server closes the connection. */
export function writeRequestHead({ method, target, headers, length }: RequestHead): Uint8Array<ArrayBuffer> {
  const lines = [`${method} ${target.pathname}${target.search} HTTP/1.1`, `Host: ${target.host}`, 'Connection: close'];
  if (length === 'chunked') lines.push('Transfer-Encoding: chunked');
  // Without a body, GET and HEAD name no length: RFC 9110, section 8.6.
  else if (length !== null || !/^(?:GET|HEAD)$/.test(method)) lines.push(`Content-Length: ${length ?? 0}`);
  for (const [name, value] of headers) if (!OF_THE_CONNECTION.has(name)) lines.push(`${name}: ${value}`);
  return encode(`${lines.join('\r\n')}\r\n\r\n`);
}

/** @returns the bytes as one chunk; an empty one would end the body */
export function asChunk(bytes: Uint8Array): Uint8Array {
  return concat([encode(`${bytes.length.toString(16)}\r\n`), bytes, encode('\r\n')]);
}

export const LAST_CHUNK: Uint8Array = encode('0\r\n\r\n');

/** One unit per byte, so that offsets in the text are offsets in the bytes. */
const ONE_UNIT_PER_BYTE = new TextDecoder('latin1');

/** Longest head of an answer, in bytes. */
const MAX_HEAD = 256 * 1024;

/** @returns the offset after the first empty line that ends at or after `from`, or -1 */
function endOfHead(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(LINE_FEED, from); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
    const before = bytes[at - 1] === CARRIAGE_RETURN ? at - 2 : at - 1;
    if (bytes[before] === LINE_FEED) return at + 1;
  }
  return -1;
}

/** workerd's headers are UTF-8: a line in another encoding leaves in UTF-8, read as Latin-1. */
function asText(line: string): string {
  const text = new TextDecoder().decode(Uint8Array.from(line, (unit) => unit.charCodeAt(0)));
  return text.includes('\ufffd') ? line : text;
}

/**
 * @param bytes all that has arrived so far
 * @param from no empty line ends before this offset
 * @returns the head and the bytes after it; null while the head is incomplete
 * @throws if it is not an HTTP/1.1 answer
 */
export function readAnswerHead(
  bytes: Uint8Array,
  from = 0,
): { readonly head: AnswerHead; readonly rest: Uint8Array } | null {
  const end = endOfHead(bytes, from);
  if ((end === -1 ? bytes.length : end) >= MAX_HEAD) throw new Error('The head of the answer is too long.');
  if (end === -1) return null;
  const [first = '', ...lines] = ONE_UNIT_PER_BYTE.decode(view(bytes, 0, end))
    .trimEnd()
    .split(/\r?\n/)
    .map(asText);
  const [, status, statusText = ''] = /^HTTP\/1\.\d (\d{3})(?: (.*))?$/.exec(first) ?? [];
  if (status === undefined) throw new Error('This is no answer of HTTP/1.1.');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error('A header of the answer has no name.');
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  return { head: { status: Number(status), statusText, headers }, rest: view(bytes, end) };
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Extracts the body from the bytes of a connection. */
export interface BodyReader {
  /** Length in bytes, if the server announced it, else null. */
  readonly length: number | null;
  /** @returns those of the bytes that belong to the body @throws if they break the rules of the encoding */
  push(bytes: Uint8Array): Uint8Array;
  /** @param isClosed whether the server has closed the connection @returns whether the body is complete */
  isWhole(isClosed: boolean): boolean;
}

/** @returns null for an answer without a body @throws for an unknown encoding or length */
export function bodyReader(method: string, { status, headers }: AnswerHead): BodyReader | null {
  if (method === 'HEAD' || status === 204 || status === 205 || status === 304) return null;
  const all = new Headers(
    headers.filter(([name]) => /^(?:transfer-encoding|content-length)$/i.test(name)) as [string, string][],
  );
  const encoding = all.get('transfer-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'chunked') throw new Error(`No transfer encoding "${encoding}".`);
  if (encoding !== null) return chunkedReader();
  const length = all.get('content-length');
  if (length === null) return { length: null, push: (bytes) => bytes, isWhole: (isClosed) => isClosed };
  if (!/^\d{1,15}$/.test(length)) throw new Error('The length of the answer is no number.');
  return countedReader(Number(length));
}

function countedReader(length: number): BodyReader {
  let left = length;
  return {
    length,
    push(bytes) {
      const part = view(bytes, 0, Math.min(left, bytes.length));
      left -= part.length;
      return part;
    },
    isWhole: () => left === 0,
  };
}

/** Longest line with the size of a chunk, or after the last chunk, in characters. */
const MAX_LINE = 16_384;

/** Drops chunk extensions and trailers. */
function chunkedReader(): BodyReader {
  /** Expected next: a line with a size, bytes of a chunk, the line break after them, lines after the last chunk. */
  let next: 'size' | 'data' | 'gap' | 'trailer' | 'nothing' = 'size';
  let left = 0;
  let line = '';

  function onLine(text: string): void {
    if (next === 'gap' && text !== '') throw new Error('A chunk is longer than it says.');
    if (next === 'gap') next = 'size';
    else if (next === 'trailer') next = text === '' ? 'nothing' : 'trailer';
    else {
      const [size] = /^[\da-f]{1,12}(?=[ \t]*(?:;|$))/i.exec(text) ?? [];
      if (size === undefined) throw new Error('A chunk has no size.');
      left = Number.parseInt(size, 16);
      next = left > 0 ? 'data' : 'trailer';
    }
  }

  return {
    length: null,
    push(bytes) {
      const parts: Uint8Array[] = [];
      for (let at = 0; at < bytes.length && next !== 'nothing';) {
        if (next === 'data') {
          const part = view(bytes, at, Math.min(at + left, bytes.length));
          parts.push(part);
          at += part.length;
          left -= part.length;
          if (left === 0) next = 'gap';
          continue;
        }
        const feed = bytes.indexOf(LINE_FEED, at);
        line += ONE_UNIT_PER_BYTE.decode(view(bytes, at, feed < 0 ? bytes.length : feed));
        if (line.length > MAX_LINE) throw new Error('A line between chunks is too long.');
        if (feed < 0) break;
        const whole = line.replace(/\r$/, '');
        line = '';
        onLine(whole);
        at = feed + 1;
      }
      return parts.length === 0 ? NO_BYTES : concat(parts);
    },
    isWhole: () => next === 'nothing',
  };
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
