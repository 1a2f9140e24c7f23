import type { Recorded, RecordedHead } from '../../doctor/diagnose.ts';
import type { HttpStatus } from '../../doctor/diagnosis.ts';
import { concat } from '../../lib/bytes.ts';
import { createByteSource, type ByteSource } from './byte-source.ts';
import { hasChunkSizes, withoutChunkSizes } from './chunk-sizes.ts';
import { isChatter, splitChatter } from './curl-chatter.ts';
import { latin1 } from './latin1.ts';

export type { Recorded as RecordedResponse } from '../../doctor/diagnose.ts';

/** An HTTP response whose body is yet to be read. */
export interface OpenResponse {
  readonly head: RecordedHead;
  readonly body: ByteSource;
}

/** Bytes within which the headers must end. */
const MAX_HEAD = 65_536;
/** Bytes that are examined to recognise a recording. */
const FIRST_BYTES = 4096;

/**
 * Splits a recorded response into headers and body. Interim responses and redirects before it are skipped; input that
 * does not begin with a status line is a body without headers. Artefacts of the recording are removed: the output of
 * `curl -v`, chunk sizes, the UTF-16 of PowerShell.
 * @param pieces what `curl -i` wrote, cut anywhere
 */
export function openResponse(pieces: Iterable<Uint8Array>): OpenResponse {
  const recording: string[] = [];
  let source = createByteSource(pieces);
  const wide = wideEncoding(source.peek(2));
  if (wide) {
    recording.push('wide-text');
    source = createByteSource(toUtf8(source.rest(), wide));
  }
  let fields = new Map<string, string>();
  let status: HttpStatus | null = null;

  function readHeaders(head: string): void {
    fields = fieldsOf(head);
    status = statusOf(head);
  }

  function readHeads(): void {
    for (let head = nextHead(source); head; head = nextHead(source)) {
      readHeaders(head.text);
      source.skip(head.length);
    }
  }

  if (isChatter(source.peek(FIRST_BYTES))) {
    recording.push('curl-chatter');
    const { headers, body } = splitChatter(source.rest());
    source = createByteSource([new TextEncoder().encode(headers)]);
    readHeads();
    source = createByteSource(body);
  }
  readHeads();
  if (hasChunkSizes(source.peek(FIRST_BYTES), /\bchunked\b/i.test(fields.get('transfer-encoding') ?? ''))) {
    recording.push('chunk-sizes');
    source = createByteSource(withoutChunkSizes(source.rest()));
  }
  const head: RecordedHead = {
    contentType: fields.get('content-type') ?? null,
    sessionId: fields.get('x-hermes-session-id') ?? null,
    status,
    encoding: fields.get('content-encoding') ?? null,
    recording,
  };
  return { head, body: source };
}

/** Does the same with a complete recording. */
export function readResponse(input: Uint8Array): Recorded {
  const { head, body } = openResponse([input]);
  return { ...head, body: concat([...body.rest()]) };
}

/** @returns the encoding of a text that begins with the byte-order mark of UTF-16, else null */
function wideEncoding([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

function* toUtf8(pieces: Iterable<Uint8Array>, encoding: string): Generator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  for (const piece of pieces) yield encoder.encode(decoder.decode(piece, { stream: true }));
  yield encoder.encode(decoder.decode());
}

/** @returns the next head, with its length including the empty line; null if there is none */
function nextHead(source: ByteSource): { readonly text: string; readonly length: number } | null {
  const first = latin1(source.peek(16));
  // PowerShell writes a byte-order mark before the first line.
  const mark = first.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0;
  if (!/^HTTP\/\d(?:\.\d)? \d{3}/.test(first.slice(mark))) return null;
  const text = latin1(source.peek(MAX_HEAD).subarray(mark, MAX_HEAD));
  const end = /\r?\n\r?\n/.exec(text);
  return end
    ? { text: text.slice(0, end.index), length: mark + end.index + end[0].length }
    : { text, length: mark + text.length };
}

function statusOf(head: string): HttpStatus | null {
  const [, code, reason = ''] = /^HTTP\/\S+ (\d{3})[ \t]*(.*)/.exec(head) ?? [];
  return code === undefined ? null : { code: Number(code), reason: reason.trim() };
}

function fieldsOf(head: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of head.split(/\r?\n/).slice(1)) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return fields;
}
