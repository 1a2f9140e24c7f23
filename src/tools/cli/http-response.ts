import type { Recorded, RecordedHead } from '../../doctor/diagnose.ts';
import type { HttpStatus } from '../../doctor/diagnosis.ts';
import { concat } from '../../lib/bytes.ts';
import { createByteSource, type ByteSource } from './byte-source.ts';

export type { Recorded as RecordedResponse } from '../../doctor/diagnose.ts';

/** An HTTP response whose body is yet to be read. */
export interface OpenResponse {
  readonly head: RecordedHead;
  readonly body: ByteSource;
}

/** Bytes within which the headers must end. */
const MAX_HEAD = 65_536;

/**
 * Splits a recorded response into headers and body. Interim responses and redirects before it are skipped; input that
 * does not begin with a status line is a body without headers.
 * @param pieces what `curl -i` wrote, cut anywhere
 */
export function openResponse(pieces: Iterable<Uint8Array>): OpenResponse {
  const body = createByteSource(pieces);
  let fields = new Map<string, string>();
  let status: HttpStatus | null = null;
  for (let head = nextHead(body); head; head = nextHead(body)) {
    fields = fieldsOf(head.text);
    status = statusOf(head.text);
    body.skip(head.length);
  }
  const head: RecordedHead = {
    contentType: fields.get('content-type') ?? null,
    sessionId: fields.get('x-hermes-session-id') ?? null,
    status,
    encoding: fields.get('content-encoding') ?? null,
  };
  return { head, body };
}

/** Does the same with a complete recording. */
export function readResponse(input: Uint8Array): Recorded {
  const { head, body } = openResponse([input]);
  return { ...head, body: concat([...body.rest()]) };
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

/** @returns one UTF-16 unit per byte, so that offsets in the text are offsets in bytes */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
