import { concat } from '../lib/bytes.ts';
import { isSignature } from '../lib/signing-headers.ts';
import { askedIn, createKnownEvidence } from '../normalizer/requests/known-evidence.ts';
import {
  answeringServer,
  createApprovals,
  withServer,
  type ApprovalOptions,
  type Fetch,
} from './approvals.ts';
import { cleanSent, textOfBytes } from './clean-request.ts';
import { chosenRepairs, cleanResponse, type NormalizeOptions } from './clean-response.ts';
import { checkOptions, OF_REPLIES } from './options.ts';
import { writtenCalls } from './written-calls.ts';

export type { Fetch };

export interface FixFetchOptions extends NormalizeOptions, ApprovalOptions {
  /** Sends the requests; the global `fetch` by default. */
  readonly fetch?: Fetch;
  /** Calls that the model wrote as text become calls, if the request offers their tools. */
  readonly writtenCalls?: boolean;
}

/**
 * Creates a `fetch` that cleans the history in requests and the replies to them, for any client
 * that takes one. It remembers which models of which servers have turned out to be Hermes. All
 * other requests and responses pass as they are, signed and compressed ones too.
 * @throws TypeError for an unknown option or repair
 */
export function fixFetch(options: FixFetchOptions = {}): Fetch {
  // Whoever sets the global one to ours would else call itself.
  const { fetch: send = globalThis.fetch, onProgress } = options;
  checkOptions(options, [...OF_REPLIES, 'fetch', 'writtenCalls', 'onApproval']);
  chosenRepairs(options.repairs);
  const known = createKnownEvidence(() => options.isHermes || null);
  const ask = createApprovals(send, options);

  return async (input, init) => {
    const request = isRequest(input) ? input : null;
    const headers = new Headers(init?.headers ?? request?.headers);
    const { text, as = input } = await readBody(request, init?.body, headers);
    const method = (init?.method ?? request?.method ?? 'GET').toUpperCase();
    if (text === null && method !== 'POST') return send(as, init);
    const url = request?.url ?? String(input);
    // Of a body that goes on, is signed or encoded, nothing is known; its answer may be a reply all
    // the same.
    const source = askedIn(text ?? '', new URL(url, 'http://here').origin);
    const { body, asksReply, showsMarkers } =
      text === null ? UNREAD : cleanSent(text, url, known.expects(source));
    if (body !== text) headers.delete('content-length');
    // With a body in its options, `fetch` does not read that of a `Request`.
    const response = await (body === text
      ? send(as, init)
      : send(input, { ...init, headers, body }));
    if (!asksReply && !response.headers.get('content-type')?.startsWith('text/event-stream'))
      return response;
    const server = answeringServer(new URL(url, 'http://here').href, response);
    const added = options.writtenCalls && text !== null ? writtenCalls(text) : null;
    return cleanResponse(
      response,
      {
        ...options,
        isHermes: showsMarkers || known.expects(source),
        added,
        onProgress: (progress) => onProgress?.(withServer(progress, server)),
      },
      (event) => {
        if (event.type === 'evidence') known.found(event.evidence, source);
        if (event.type === 'progress') ask(withServer(event.progress, server), headers);
      },
    );
  };
}

const UNREAD = { body: null, asksReply: false, showsMarkers: false };

function isRequest(input: string | URL | Request): input is Request {
  return typeof input === 'object' && 'headers' in input;
}

/** Types of bodies that may be JSON; text without a type of its own gets the second one. */
const MAYBE_JSON = /^(?:application\/(?:[\w.-]+\+)?json|text\/plain)\b/i;
/**
 * Bytes of the longest body that is decoded: no provider takes as many, and a copy of a file would
 * cost memory.
 */
const MAX_BYTES = 64 * 1024 * 1024;

/** A body as text, if it may be changed. */
interface Given {
  readonly text: string | null;
  /**
   * The same request with its body, which was taken out of the given one: to be sent in its place.
   */
  readonly as?: Request;
}

async function readBody(request: Request | null, given: unknown, headers: Headers): Promise<Given> {
  const isFixed =
    headers.has('content-encoding') ||
    [...headers].some(([name, value]) => isSignature(name, value));
  if (isFixed) return { text: null };
  if (typeof given === 'string') return { text: given };
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return { text: textIn(given) };
  const as = given == null && request ? withWholeBody(request) : null;
  return as ? { text: textIn(await bytesOf(as.clone())), as } : { text: null };
}

/** @returns null for bytes that are no JSON object, and for too many */
function textIn(bytes: ArrayBuffer | ArrayBufferView | null): string | null {
  return bytes && bytes.byteLength <= MAX_BYTES && beginsAsObject(bytes)
    ? textOfBytes(bytes)
    : null;
}

/**
 * Takes the body out of a request, as sending it would.
 * @returns the same request, whose body can be read and then sent; null if it goes on for a while,
 * or is no text: then it is still where it was
 */
function withWholeBody(request: Request): Request | null {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  // If it was read already, sending it says so.
  if (request.bodyUsed || !MAYBE_JSON.test(request.headers.get('content-type') ?? '')) return null;
  // Only its maker may say how long a body is: a `Request` of a browser never does.
  if (Number(request.headers.get('content-length')) > MAX_BYTES) return null;
  const Class = request.constructor as typeof Request;
  const { mode, headers, referrer, referrerPolicy } = request;
  try {
    // Refused exactly for a body that is a stream: https://fetch.spec.whatwg.org/#dom-request,
    // "source is null". Its end may wait for the response.
    const whole = new Class(request, { mode: 'no-cors' });
    return new Class(whole, { mode, headers, referrer, referrerPolicy });
  } catch {
    return null;
  }
}

/**
 * @returns the body of a copy of a request; null if it is no JSON object, or too long: then the
 * rest is not read
 */
async function bytesOf({ body }: Request): Promise<Uint8Array | null> {
  if (!body) return null;
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concat(parts);
    parts.push(value);
    length += value.length;
    if (length <= MAX_BYTES && (parts.length > 1 || beginsAsObject(value))) continue;
    void reader.cancel().catch(() => {});
    return null;
  }
}

function beginsAsObject(body: ArrayBuffer | ArrayBufferView): boolean {
  const [buffer, at] = ArrayBuffer.isView(body) ? [body.buffer, body.byteOffset] : [body, 0];
  const head = new Uint8Array(buffer, at, Math.min(body.byteLength, 32));
  return /^\s*\{/.test(new TextDecoder().decode(head));
}
