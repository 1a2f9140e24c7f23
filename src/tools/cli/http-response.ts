import type { Recorded } from '../../doctor/diagnose.ts';
import type { HttpStatus } from '../../doctor/diagnosis.ts';

export type { Recorded as RecordedResponse } from '../../doctor/diagnose.ts';

/** Bytes within which the headers must end. */
const MAX_HEAD = 65_536;

/**
 * Splits a recorded response into headers and body. Interim responses and redirects before it are skipped; input that
 * does not begin with a status line is a body without headers.
 * @param input what `curl -i` wrote
 */
export function readResponse(input: Uint8Array): Recorded {
  let body = input;
  let fields = new Map<string, string>();
  let status: HttpStatus | null = null;
  for (let head = headOf(body); head; head = headOf(body)) {
    fields = fieldsOf(head.text);
    status = statusOf(head.text);
    body = body.subarray(head.length);
  }
  return {
    contentType: fields.get('content-type') ?? null,
    sessionId: fields.get('x-hermes-session-id') ?? null,
    status,
    encoding: fields.get('content-encoding') ?? null,
    body,
  };
}

/** @returns the next head, with its length including the empty line; null if there is none */
function headOf(bytes: Uint8Array): { readonly text: string; readonly length: number } | null {
  // One UTF-16 unit per byte, so that offsets in the text are offsets in bytes.
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_HEAD)).toString('latin1');
  // PowerShell writes a byte-order mark before the first line.
  const mark = whole.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0;
  const text = whole.slice(mark);
  if (!/^HTTP\/\d(?:\.\d)? \d{3}/.test(text)) return null;
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
