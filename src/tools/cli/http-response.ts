import type { Recorded } from '../../doctor/diagnose.ts';
import type { HttpStatus } from '../../doctor/diagnosis.ts';
import { decompress, unwrap, withoutChunkSizes } from './unwrap.ts';

/** A recorded response, and what was taken off its bytes, in words. */
export interface RecordedResponse extends Recorded {
  readonly notes: readonly string[];
}

/** Bytes within which the headers must end. */
const MAX_HEAD = 65_536;

/**
 * Splits a recorded response into headers and body. Interim responses and redirects before it are
 * skipped; input that does not begin with a status line is a body without headers. The body is
 * decompressed, and rid of chunk sizes.
 * @param input what `curl -i` or `curl -v` wrote
 */
export function readResponse(input: Uint8Array): RecordedResponse {
  const { bytes, notes } = unwrap(input);
  let body = bytes;
  let fields = new Map<string, string>();
  let status: HttpStatus | null = null;
  for (let head = headOf(body); head; head = headOf(body)) {
    fields = headersOf(head.text);
    status = statusOf(head.text);
    body = body.subarray(head.length);
  }
  return decoded({
    contentType: fields.get('content-type') ?? null,
    sessionId: fields.get('x-hermes-session-id') ?? null,
    status,
    encoding: fields.get('content-encoding') ?? null,
    isChunked: /chunked/i.test(fields.get('transfer-encoding') ?? ''),
    body,
    notes,
  });
}

/**
 * Undoes the codings of a body. What the headers do not declare is a fault of the server or of a
 * proxy.
 */
export function decoded(
  recorded: RecordedResponse & { readonly isChunked?: boolean },
): RecordedResponse {
  const { isChunked = false, status = null, encoding, ...rest } = recorded;
  const notes = [...recorded.notes];
  const undone: string[] = [];
  let { body } = recorded;
  const joined = withoutChunkSizes(body);
  if (joined) {
    body = joined;
    notes.push('chunk sizes of HTTP');
    if (!isChunked) undone.push('chunk-sizes');
  }
  const named = /\b(?:br|deflate|gzip)\b/.exec(encoding?.toLowerCase() ?? '')?.[0];
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  const plain = decompress(body, isGzip ? 'gzip' : (named ?? ''));
  if (plain) {
    body = plain;
    notes.push(isGzip ? 'gzip' : (named ?? ''));
    if (status && !encoding) undone.push('compressed-body');
  }
  return { ...rest, status, encoding: plain ? null : encoding, body, notes, undone };
}

/** The head of a response. */
interface Head {
  readonly text: string;
  /** Including the empty line. */
  readonly length: number;
  /** Its empty line is there. */
  readonly isWhole: boolean;
}

/** @returns the next head; null if there is none */
export function headOf(bytes: Uint8Array): Head | null {
  // One UTF-16 unit per byte, so that offsets in the text are offsets in bytes.
  const whole = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.length, MAX_HEAD),
  ).toString('latin1');
  // PowerShell writes a byte-order mark before the first line.
  const mark = whole.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0;
  const text = whole.slice(mark);
  if (!/^HTTP\/\d(?:\.\d)? \d{3}/.test(text)) return null;
  const end = /\r?\n\r?\n/.exec(text);
  return end
    ? { text: text.slice(0, end.index), length: mark + end.index + end[0].length, isWhole: true }
    : { text, length: mark + text.length, isWhole: false };
}

function statusOf(head: string): HttpStatus | null {
  const [, code, reason = ''] = /^HTTP\/\S+ (\d{3})[ \t]*(.*)/.exec(head) ?? [];
  return code === undefined ? null : { code: Number(code), reason: reason.trim() };
}

/** @returns the headers by their names in lower case */
export function headersOf(head: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of head.split(/\r?\n/).slice(1)) {
    const colon = line.indexOf(':');
    if (colon > 0)
      fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return fields;
}
