import type { IncomingMessage } from 'node:http';
import { addressOf, OF_A_MODEL } from '../normalizer/requests/asking.ts';
import { isSignature } from '../lib/signing-headers.ts';
import { cleanSent as clean, textOfBytes, type CleanedRequest } from '../package/clean-request.ts';

/** A request as it is forwarded. */
export interface SentRequest extends Omit<CleanedRequest<unknown>, 'body'> {
  /** Null: the rest of the request, as it arrives. */
  readonly body: string | Buffer | null;
  /** As it arrived; null if it was not read, or is no text. */
  readonly text: string | null;
}

/** Longest body that is read as a whole, in bytes; a longer one is streamed through. */
const MAX_BODY = 32 * 1024 * 1024;

/**
 * Reads the body of a request and removes markers from its history. A body without any is forwarded byte for byte.
 * @throws if the client leaves meanwhile
 */
export async function cleanSent(
  request: IncomingMessage,
  isHermes: (body: string | null) => boolean,
): Promise<SentRequest> {
  const untouched = { body: null, text: null, markers: 0, asksReply: false, showsMarkers: false };
  const bytes = mayBeChat(request) ? await readWhole(request) : null;
  if (!bytes) return untouched;
  const text = textOfBytes(bytes);
  const { body, ...found } = clean(text, addressIn(request), isHermes(text));
  return { ...found, text, body: body === null || body === text ? bytes : body };
}

/** What is behind the gateway is a model, whatever its paths; but some of them only keep things. */
function addressIn({ url = '' }: IncomingMessage): string {
  return addressOf(url) === 'kept' ? url : OF_A_MODEL;
}

function mayBeChat({ method = '', headers }: IncomingMessage): boolean {
  if (/^(?:GET|HEAD)$/.test(method) || headers['content-encoding'] !== undefined) return false;
  if (!/json|^text\/plain|^$/.test(headers['content-type'] ?? '')) return false;
  return !Object.entries(headers).some(([name, value]) => isSignature(name, String(value)));
}

/** @returns null for a body that is too long: it can be read from its beginning */
async function readWhole(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let length = Number(request.headers['content-length'] ?? 0);
  if (length > MAX_BODY) return null;
  length = 0;
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length > MAX_BODY) break;
  }
  const bytes = Buffer.concat(parts);
  if (length <= MAX_BODY) return bytes;
  request.unshift(bytes);
  return null;
}
