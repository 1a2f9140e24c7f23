/** An HTTP response as `curl -i` writes it, with what the normalizer wants to know of its headers. */
export interface RecordedResponse {
  readonly contentType: string | null;
  /** Value of `X-Hermes-Session-Id`, or null. */
  readonly sessionId: string | null;
  readonly body: Uint8Array;
}

/**
 * Splits a recorded response into headers and body. Interim responses and redirects before it are skipped; input that
 * does not begin with a status line is a body without headers.
 */
export function readResponse(input: Uint8Array): RecordedResponse {
  let rest = input;
  let headers = new Map<string, string>();
  for (;;) {
    const head = headOf(rest);
    if (head === null) break;
    headers = readHeaders(head.text);
    rest = rest.subarray(head.length);
  }
  return {
    contentType: headers.get('content-type') ?? null,
    sessionId: headers.get('x-hermes-session-id') ?? null,
    body: rest,
  };
}

function headOf(bytes: Uint8Array): { readonly text: string; readonly length: number } | null {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 65_536));
  if (!/^HTTP\/\d(\.\d)? \d{3}/.test(text)) return null;
  const end = /\r?\n\r?\n/.exec(text);
  return end ? { text: text.slice(0, end.index), length: end.index + end[0].length } : { text, length: bytes.length };
}

function readHeaders(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.split(/\r?\n/).slice(1)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}
