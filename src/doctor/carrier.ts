import { isObject, parseJson } from '../normalizer/json/json-edit.ts';

/**
 * The carrier of a body's messages; `socket`: packets of socket.io; `request` and `chat` are no
 * replies.
 */
export type Carrier = keyof typeof TYPE_OF;

/** Bytes at the beginning of a body that decide. */
const HEAD = 4096;

/**
 * @param contentType value of the header; null if unknown
 * @returns the declared carrier, unless the body plainly has another
 */
export function findCarrier(contentType: string | null, body: Uint8Array): Carrier {
  const head = new TextDecoder().decode(body.subarray(0, HEAD)).trimStart();
  if (head === '') return 'nothing';
  const declared = declaredCarrier(contentType);
  if (declared === 'event-stream' || /^(?:data|event|id|retry)?:/.test(head)) return 'event-stream';
  if (/^[{[]/.test(head)) return declared ?? (beginsWithLine(body) ? 'json-lines' : 'json');
  return /^[0-9a-k]:["{[]/.test(head) ? 'data-stream' : 'text';
}

/** @returns the carrier that the content type declares; null if it declares none */
export function declaredCarrier(contentType: string | null): Carrier | null {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/event-stream') return 'event-stream';
  if (type === 'application/json') return 'json';
  return /^application\/(?:x-ndjson|ndjson|jsonl|x-jsonlines)$/.test(type) ? 'json-lines' : null;
}

/** Returns whether the first line is a whole object, with more after it. */
function beginsWithLine(body: Uint8Array): boolean {
  const text = new TextDecoder().decode(body).trim();
  const lineFeed = text.indexOf('\n');
  return lineFeed !== -1 && isObject(parseJson(text.slice(0, lineFeed)));
}

/** Content types under which bodies of each carrier are processed. */
export const TYPE_OF = {
  'event-stream': 'text/event-stream',
  'json-lines': 'application/x-ndjson',
  'data-stream': 'text/plain',
  json: 'application/json',
  text: 'text/plain',
  socket: '',
  request: '',
  chat: '',
  nothing: 'text/plain',
} as const;
