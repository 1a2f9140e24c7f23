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
 * Creates a `fetch` that cleans the history in requests and the replies to them, for any client that takes one. It
 * remembers which models of which servers have turned out to be Hermes. All other requests and responses pass as they
 * are, signed and compressed ones too.
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
    const { text, taken } = await readBody(request, init?.body, headers);
    // With a body in its options, `fetch` does not read that of a `Request`.
    const unchanged = taken ? { ...init, body: taken } : init;
    const method = (init?.method ?? request?.method ?? 'GET').toUpperCase();
    if (text === null && method !== 'POST') return send(input, unchanged);
    const url = request?.url ?? String(input);
    // Of a body that goes on, is signed or encoded, nothing is known; its answer may be a reply all the same.
    const source = askedIn(text ?? '', new URL(url, 'http://here').origin);
    const { body, asksReply, showsMarkers } =
      text === null ? UNREAD : cleanSent(text, url, known.expects(source));
    if (body !== text) headers.delete('content-length');
    const response = await send(input, body === text ? unchanged : { ...init, headers, body });
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
/** Bytes of the longest body that is decoded: no provider takes as many, and a copy of a file would cost memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A body, and its text if it may be changed. */
interface Given {
  readonly text: string | null;
  /** It was the body of a request, and has to be sent in its place. */
  readonly taken?: ArrayBuffer;
}

async function readBody(request: Request | null, given: unknown, headers: Headers): Promise<Given> {
  const isFixed =
    headers.has('content-encoding') ||
    [...headers].some(([name, value]) => isSignature(name, value));
  if (isFixed) return { text: null };
  if (typeof given === 'string') return { text: given };
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return { text: textIn(given) };
  const taken = given == null && request ? await bytesOf(request) : null;
  return taken ? { text: textIn(taken), taken } : { text: null };
}

/** @returns null for bytes that are no JSON object, and for too many */
function textIn(bytes: ArrayBuffer | ArrayBufferView): string | null {
  return bytes.byteLength <= MAX_BYTES && beginsAsObject(bytes) ? textOfBytes(bytes) : null;
}

/**
 * Takes the body of a request, as sending it would.
 * @returns null if it goes on for a while, or is no text: then it is still there
 */
async function bytesOf(request: Request): Promise<ArrayBuffer | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  // If it was read already, sending it says so.
  if (request.bodyUsed || !MAYBE_JSON.test(request.headers.get('content-type') ?? '')) return null;
  // Only its maker may say how long a body is: a `Request` of a browser never does.
  if (Number(request.headers.get('content-length')) > MAX_BYTES) return null;
  const Class = request.constructor as typeof Request;
  let whole: Request;
  try {
    // Refused exactly for a body that is a stream: https://fetch.spec.whatwg.org/#dom-request, "source is null". Its
    // end may wait for the response.
    whole = new Class(request, { mode: 'no-cors' });
  } catch {
    return null;
  }
  return whole.arrayBuffer();
}

function beginsAsObject(body: ArrayBuffer | ArrayBufferView): boolean {
  const [buffer, at] = ArrayBuffer.isView(body) ? [body.buffer, body.byteOffset] : [body, 0];
  const head = new Uint8Array(buffer, at, Math.min(body.byteLength, 32));
  return /^\s*\{/.test(new TextDecoder().decode(head));
}
