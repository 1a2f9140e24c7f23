import type { Traffic } from './body-transform.ts';
import {
  assign, create, getOwnPropertyDescriptor, getPrototypeOf, headersGet, includes, lowerCase, NativeHeaders, NativeRequest,
  requestBodyUsed, requestClone, requestHeaders, requestKeepalive, requestMethod, requestText, responseBody,
  responseBodyUsed, responseHeaders, responseStatus, responseType, streamLocked, tagOf, then, upperCase,
} from './natives.ts';
import { attempt, overlayMethod, type Restore } from './overlay.ts';
import { transformResponse } from './response.ts';

/** A call of fetch, read without touching what the page gave. */
interface Call {
  readonly method: string;
  /** A string body that can be replaced in a copy of `init`. */
  readonly text: string | null;
  /** A Request whose unread body may ask for a reply; it can only be read asynchronously. */
  readonly request: Request | null;
}

/** Headers that sign the body: it must arrive as it is. */
const SIGNATURES = ['content-digest', 'digest', 'signature', 'x-amz-content-sha256', 'x-hub-signature-256'];

/**
 * Lays the overlay over `fetch`. Decisions are made at call time and when the answer comes; a string body is cleaned and
 * sent in the same tick, so that order, `keepalive` and the flip of `bodyUsed` stay native.
 */
export function overlayFetch(view: object, traffic: Traffic): Restore | null {
  return overlayMethod(view, 'fetch', (native, _self, args) => {
    if (traffic.off()) return native(args);
    const call = readCall(args);
    if (call.method === 'HEAD') return native(args);
    if (call.request) return fetchRequest(native, call.request, args, traffic);
    const cleaned = call.text === null ? null : traffic.cleanRequest(call.text);
    const changed = cleaned !== null && cleaned !== call.text ? withBody(args, cleaned) : args;
    return answer(native(changed) as Promise<Response>, cleaned !== null, traffic);
  });
}

function answer(promise: Promise<Response>, isReply: boolean, traffic: Traffic): Promise<Response> {
  return then(promise, (response) => attempt(() => wrap(response, isReply, traffic), response));
}

function wrap(response: Response, isReply: boolean, traffic: Traffic): Response {
  const status = responseStatus(response);
  const type = responseType(response);
  // Statuses without a body, opaque and error responses cannot be constructed.
  if (status < 200 || status > 299 || status === 204 || status === 205) return response;
  if (type !== 'basic' && type !== 'cors' && type !== 'default') return response;
  const body = responseBody(response);
  if (!body || responseBodyUsed(response) || streamLocked(body)) return response;
  const headers = responseHeaders(response);
  const transform = traffic.openBody({
    contentType: headersGet(headers, 'content-type'),
    sessionId: headersGet(headers, 'x-hermes-session-id'),
    isReply,
  });
  return transform ? transformResponse(response, transform) : response;
}

function readCall(args: readonly unknown[]): Call {
  // By index here and below: destructuring an array runs the page's iterator.
  const input = args[0];
  const init = args[1];
  const isRequest = tagOf(input) === '[object Request]';
  const body = ownValue(init, 'body');
  const method = ownValue(init, 'method') ?? (isRequest ? requestMethod(input as Request) : 'GET');
  const call = { method: upperCase(`${String(method)}`), text: null, request: null };
  if (isPlain(init) && typeof body === 'string') return isSigned(init) ? call : { ...call, text: body };
  if (isRequest && body === undefined && call.method === 'POST') return { ...call, request: readable(input as Request) };
  return call;
}

/** @returns the request if its body can be read and sent anew */
function readable(request: Request): Request | null {
  const headers = requestHeaders(request);
  const isJson = includes(lowerCase(headersGet(headers, 'content-type') ?? ''), 'json');
  // A used body must fail natively; a keepalive request must leave in this tick.
  if (!isJson || requestBodyUsed(request) || requestKeepalive(request) || hasSignature(headers)) return null;
  return request;
}

/** The body of a Request can only be read asynchronously; a copy is read, the request itself is sent if nothing changes. */
function fetchRequest(
  native: (args: readonly unknown[]) => unknown,
  request: Request,
  args: readonly unknown[],
  traffic: Traffic,
): Promise<Response> {
  const text = then(requestText(requestClone(request)), null, () => '');
  return then(text, (body) => {
    const cleaned = body === '' ? null : attempt(() => traffic.cleanRequest(body), null);
    const changed = cleaned === null || cleaned === body ? null : attempt(() => copyWithBody(request, cleaned), null);
    return answer(native(changed ? [changed, args[1]] : args) as Promise<Response>, cleaned !== null, traffic);
  });
}

/** A copy of a request; Firefox loses `keepalive` in it, but such requests do not come here. */
function copyWithBody(request: Request, body: string): Request {
  const copy = new NativeRequest(request, { body });
  // Native fetch would have used the page's request up; Firefox does not do it in the copy.
  if (!requestBodyUsed(request)) then(requestText(request), null, () => '');
  return copy;
}

/** A copy of the arguments with another body; the caller's init stays as it is. */
function withBody(args: readonly unknown[], body: string): readonly unknown[] {
  const init = args[1] as object;
  return [args[0], assign(assign(create(getPrototypeOf(init)), init), { body })];
}

/** An object whose fields can be read without running code of the page. */
function isPlain(init: unknown): init is object {
  if (typeof init !== 'object' || init === null) return false;
  const prototype = getPrototypeOf(init);
  return prototype === null || prototype === Object.prototype;
}

/** @returns the value of an own data property; undefined for accessors, which native fetch alone may run */
function ownValue(init: unknown, key: string): unknown {
  return isPlain(init) ? getOwnPropertyDescriptor(init, key)?.value : undefined;
}

function isSigned(init: object): boolean {
  const headers = ownValue(init, 'headers');
  if (headers === undefined || headers === null) return false;
  // A one-shot iterator can be read only once, and that is fetch's.
  const kind = tagOf(headers);
  if (kind !== '[object Headers]' && kind !== '[object Array]' && !isPlain(headers)) return true;
  return hasSignature(new NativeHeaders(headers as HeadersInit));
}

function hasSignature(headers: Headers): boolean {
  for (let i = 0; i < SIGNATURES.length; i++) {
    const name = SIGNATURES[i];
    if (name !== undefined && headersGet(headers, name) !== null) return true;
  }
  return includes(headersGet(headers, 'authorization') ?? '', 'AWS4-HMAC');
}
