import { concat, NO_BYTES } from '../lib/bytes.ts';
import { isSignature } from '../lib/signing-headers.ts';
import { cleanRequest, type CleanedRequest } from '../package/stream-fixer.ts';

/** A request as it is forwarded. */
export interface SentRequest extends Omit<CleanedRequest<unknown>, 'body'> {
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}

/** Longest body that is read as a whole, in bytes; a longer one is streamed through. */
const MAX_BODY = 32 * 1024 * 1024;

/** Reads the body of a request and removes markers from its history. A body without any is forwarded byte for byte. */
export async function cleanSent(request: Request, isHermes: boolean): Promise<SentRequest> {
  const untouched = { body: request.body, markers: 0, asksReply: false, showsMarkers: false };
  if (!request.body || !mayBeChat(request.headers)) return untouched;
  const { bytes, rest } = await readStart(request.body);
  if (rest) return { ...untouched, body: rest };
  const text = decode(bytes);
  const { body, ...found } = cleanRequest(text, { isHermes });
  return { ...found, body: body === null || body === text ? (bytes as Uint8Array<ArrayBuffer>) : body };
}

function mayBeChat(headers: Headers): boolean {
  if (headers.has('content-encoding') || !/json|^text\/plain|^$/.test(headers.get('content-type') ?? '')) return false;
  if (Number(headers.get('content-length') ?? 0) > MAX_BODY) return false;
  return ![...headers].some(([name, value]) => isSignature(name, value));
}

/** @returns the whole body; for one that is too long, `rest`: the whole body as a stream */
async function readStart(
  body: ReadableStream<Uint8Array>,
): Promise<{ bytes: Uint8Array; rest: ReadableStream<Uint8Array> | null }> {
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  for (let length = 0; length <= MAX_BODY;) {
    const { done, value } = await reader.read();
    if (done) return { bytes: concat(parts), rest: null };
    parts.push(value);
    length += value.length;
  }
  const rest = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = parts.shift() ?? (await reader.read()).value;
      if (part) controller.enqueue(part);
      else controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { bytes: NO_BYTES, rest };
}

/** @returns null if it is not UTF-8 */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
