import type { BodyTransform, Caller, ResponseHead, SentRequest, Traffic } from './traffic.ts';
import {
  after,
  bind,
  create,
  defineProperty,
  get,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  headersForEach,
  headersGet,
  isArray,
  NativePromise,
  NativeRequest,
  objectPrototype,
  ownKeys,
  requestBodyUsed,
  requestClone,
  requestHeaders,
  requestKeepalive,
  requestMethod,
  requestSignal,
  requestText,
  responseBody,
  responseBodyUsed,
  responseHeaders,
  responseRedirected,
  responseStatus,
  responseType,
  responseUrl,
  signalAborted,
  streamLocked,
  tagOf,
} from '../realm/natives.ts';
import { dressAs } from '../realm/dress.ts';
import { attempt, overlayMethod, type Restore } from '../realm/overlay.ts';
import { addressOf, isOfAskedOrigin } from './asked-origin.ts';
import { answered, cleanBody } from './request-bodies.ts';
import { transformResponse } from './response.ts';
import { isSignature } from '../../lib/signing-headers.ts';
import { hideFrames } from '../realm/stacks.ts';

/** A call of fetch, read without touching what the page passed. */
interface Call {
  readonly method: string;
  /** A body that can be replaced in a copy of `init`. */
  readonly body: unknown;
  /** A Request whose unread body may ask for a reply; it can only be read asynchronously. */
  readonly request: Request | null;
  readonly headers: SentHeaders | null;
  readonly isAborted: boolean;
}

/** Headers of a request, as far as they can be read; null for those that it has not. */
interface SentHeaders extends Caller {
  /** X-Conversation-Id. */
  readonly conversation: string | null;
}

/**
 * Installs the overlay over `fetch`. Decisions are made at call time and when the response arrives;
 * a body passed with the call is cleaned and sent in the same tick, so that order, `keepalive` and
 * the flip of `bodyUsed` stay native.
 */
export function overlayFetch(view: object, traffic: Traffic): Restore | null {
  return overlayMethod(view, 'fetch', (native, _self, args) => {
    if (traffic.off()) return native(args);
    const call = readCall(args);
    // A call that is aborted before it is made fails in its own time.
    if (call.method === 'HEAD' || call.isAborted) return native(args);
    if (call.request && traffic.on())
      return fetchRequest(native, call.request, args, call.headers, traffic);
    const { body, sent } = cleanBody(call.body, args[0], traffic);
    const headers = sent?.tells ? withTold(args, sent.tells) : null;
    const changed = body === call.body && !headers ? args : withInit(args, body, headers);
    return answer(native(changed) as Promise<Response>, args[0], sent, call.headers, traffic);
  });
}

/** @param asked the address or the Request that the page has passed */
function answer(
  promise: Promise<Response>,
  asked: unknown,
  sent: SentRequest | null,
  headers: SentHeaders | null,
  traffic: Traffic,
): Promise<Response> {
  const read = (response: Response): ResponseHead | null => {
    traffic.keptFetch?.ours(response);
    const head = attempt(() => headOf(response, sent, headers, asked), undefined);
    if (head === undefined) attempt(() => tellUnread(sent, traffic), undefined);
    return head ?? null;
  };
  const wrapped = (response: Response, head: ResponseHead | null): Response =>
    head ? attempt(() => wrap(response, head, traffic), response) : response;
  if (traffic.on())
    return after(promise, (response) => wrapped(response, read(response)), rejectAsNative);
  return settled(promise, (response, resolve) => {
    const head = read(response);
    const known = head && attempt(() => traffic.settingsKnown(head), null);
    if (known) void after(known, () => resolve(wrapped(response, head)));
    else resolve(wrapped(response, head));
  });
}

/** Hides our frames: the error that native fetch rejects with was created in our call. */
function rejectAsNative(error: unknown): never {
  hideFrames(error);
  throw error;
}

/**
 * Like `after`, for a callback that must itself wait for something. The callback does not return
 * that promise, because resolving with it would call the page's `then`. If it throws, the page gets
 * the error as a rejection.
 */
function settled<T>(
  promise: Promise<T>,
  fulfilled: (
    value: T,
    resolve: (response: Response) => void,
    reject: (error: unknown) => void,
  ) => void,
): Promise<Response> {
  return new NativePromise((resolve, reject) => {
    void after(
      after(promise, (value) => fulfilled(value, resolve, reject)),
      null,
      (error) => {
        hideFrames(error);
        reject(error);
      },
    );
  });
}

/**
 * @returns null for a response that cannot be constructed: a status that allows no body, opaque, an
 * error
 */
export function headOf(
  response: Response,
  request: SentRequest | null,
  sent: SentHeaders | null,
  asked?: unknown,
): ResponseHead | null {
  const status = responseStatus(response);
  const type = responseType(response);
  if (status < 200 || status > 299 || status === 204 || status === 205) return null;
  if (type !== 'basic' && type !== 'cors' && type !== 'default') return null;
  const headers = responseHeaders(response);
  return {
    contentType: headersGet(headers, 'content-type'),
    url: responseUrl(response),
    sessionId: headersGet(headers, 'x-hermes-session-id'),
    conversation: sent?.conversation ?? null,
    request: answered(request, headersGet(headers, 'content-disposition') !== null),
    caller: leadsElsewhere(response, asked) ? null : sent,
  };
}

function leadsElsewhere(response: Response, asked: unknown): boolean {
  return responseRedirected(response) && !isOfAskedOrigin(asked, responseUrl(response));
}

function wrap(response: Response, head: ResponseHead, traffic: Traffic): Response {
  const transform = traffic.openBody(head);
  if (!transform) return response;
  // Last, because in Firefox merely reading `body` takes a response off its fast path.
  const body = responseBody(response);
  if (!body || responseBodyUsed(response) || streamLocked(body)) return response;
  try {
    return transformResponse(response, transform);
  } catch (error) {
    tellStopped(transform);
    throw error;
  }
}

/** What answers is no Response of the browser, but a mock or a Proxy. */
function tellUnread(request: SentRequest | null, traffic: Traffic): void {
  if (!request?.asksReply || !traffic.on()) return;
  const transform = traffic.openBody({ contentType: null, url: '', sessionId: null, request });
  if (transform) tellStopped(transform);
}

/** Reports that the whole body passes as it came. */
function tellStopped(transform: BodyTransform): void {
  transform.end('released');
  transform.stopped();
}

function readCall(args: readonly unknown[]): Call {
  // By index, here and below: destructuring an array runs the page's iterator.
  const input = args[0];
  const init = args[1];
  const isRequest = tagOf(input) === '[object Request]';
  const body = ownValue(init, 'body');
  const method = ownValue(init, 'method') ?? (isRequest ? requestMethod(input as Request) : 'GET');
  // Anything but a string would have to be converted, which runs page code.
  const signal = ownValue(init, 'signal');
  const nothing: Call = {
    method: typeof method === 'string' ? method.toUpperCase() : '',
    body: null,
    request: null,
    headers: null,
    isAborted: isAborted(
      signal === undefined && isRequest ? requestSignal(input as Request) : signal,
    ),
  };
  const hasInit = init !== undefined && init !== null;
  if (hasInit && !isPlain(init)) return nothing;
  // The headers of a Request apply unless the call passes others.
  const headers = pairsOf(
    ownValue(init, 'headers') ?? (isRequest ? requestHeaders(input as Request) : null),
  );
  const call = { ...nothing, headers: sentHeaders(headers) };
  if (isSigned(headers)) return call;
  if (body !== undefined && body !== null) return { ...call, body };
  if (isRequest && body === undefined && call.method === 'POST' && !ownValue(init, 'keepalive')) {
    return { ...call, request: readable(input as Request) };
  }
  return call;
}

function isAborted(signal: unknown): boolean {
  return (
    tagOf(signal) === '[object AbortSignal]' &&
    attempt(() => signalAborted(signal as AbortSignal), false)
  );
}

/** @returns the request if its body can be read and sent again */
function readable(request: Request): Request | null {
  const headers = requestHeaders(request);
  const type = headersGet(headers, 'content-type')?.toLowerCase() ?? '';
  // A string without a type of its own counts as plain text:
  // https://fetch.spec.whatwg.org/#concept-bodyinit-extract
  const mayBeJson = type.includes('json') || type.startsWith('text/plain');
  // A used body must fail natively; a keepalive request must leave in this tick.
  if (!mayBeJson || requestBodyUsed(request) || requestKeepalive(request)) return null;
  return request;
}

/**
 * The body of a Request can only be read asynchronously. We read the page's own, which uses it up
 * at once, as native fetch does, and send a copy made before. Firefox loses `keepalive` in a copy,
 * but such requests do not get here.
 */
function fetchRequest(
  native: (args: readonly unknown[]) => unknown,
  request: Request,
  args: readonly unknown[],
  headers: SentHeaders | null,
  traffic: Traffic,
): Promise<Response> {
  const copy = dressAs(requestClone(request), request);
  const text = after(requestText(request), null, () => '');
  return settled(text, (body, resolve, reject) => {
    const sent =
      body === '' ? null : attempt(() => traffic.cleanRequest(body, addressOf(request)), null);
    const changed =
      sent && sent.body !== body
        ? attempt(() => dressAs(requestWithBody(copy, sent.body), request), copy)
        : copy;
    void after(
      answer(native([changed, args[1]]) as Promise<Response>, copy, sent, headers, traffic),
      resolve,
      reject,
    );
  });
}

function requestWithBody(request: Request, body: string): Request {
  return new NativeRequest(request, { __proto__: null, body } as RequestInit);
}

/** Returns the arguments with other fields. Those of the caller are not modified. */
function withInit(
  args: readonly unknown[],
  body: unknown,
  headers: object | null,
): readonly unknown[] {
  const fields: Record<string, unknown> = headers
    ? { __proto__: null, body, headers }
    : { __proto__: null, body };
  return [args[0], copyWith(args[1] as object, fields)];
}

/**
 * Copies what the page passed, as scripts between us and the browser must find it: error reporters
 * and tracing agents read own members, by a spread or by their keys. Code of the page runs once at
 * most, as in the browser.
 * @param init a plain object
 * @param fields own data members of `init` that get another value
 * @returns an object with the same members, each as visible and as writable as before
 */
function copyWith(init: object, fields: Readonly<Record<string, unknown>>): object {
  const copy = create(getPrototypeOf(init));
  const keys = ownKeys(init);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    const member = getOwnPropertyDescriptor(init, key);
    if (member) defineProperty(copy, key, copyMember(init, key, member, fields));
  }
  return copy;
}

function copyMember(
  init: object,
  key: PropertyKey,
  member: PropertyDescriptor,
  fields: Readonly<Record<PropertyKey, unknown>>,
): PropertyDescriptor {
  const isAccessor = member.get !== undefined || member.set !== undefined;
  const content = isAccessor
    ? { get: member.get && bind(member.get, init), set: member.set && bind(member.set, init) }
    : { value: key in fields ? fields[key] : get(init, key) };
  return { __proto__: null, ...member, ...content } as object;
}

/**
 * Adds a header for the companion of Open WebUI, whose page passes plain headers and a path. Its
 * server passes no header on to a model, and ignores this one without the companion; another server
 * never gets it.
 * @returns null for any other call
 */
function withTold(args: readonly unknown[], tells: string): object | null {
  const input = args[0];
  const headers = ownValue(args[1], 'headers');
  const isOwn = typeof input === 'string' && /^\/(?![/\\])/.test(input);
  return isOwn && isPlain(headers) ? { ...headers, 'X-Stream-Fixer': tells } : null;
}

/** An object whose fields can be read without running page code. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = getPrototypeOf(value);
  return prototype === null || prototype === objectPrototype;
}

/**
 * @returns the value of an own data property. For an accessor, which only native fetch may run, its
 * getter: callers take it for neither text nor headers nor undefined
 */
function ownValue(init: unknown, key: PropertyKey): unknown {
  const found = isPlain(init) ? getOwnPropertyDescriptor(init, key) : undefined;
  return found?.get ?? found?.value;
}

type Pairs = readonly (readonly [name: unknown, value: unknown])[];

/** @returns name and value of each header; null if they cannot be read without running page code */
function pairsOf(headers: unknown): Pairs | null {
  if (headers === undefined || headers === null) return [];
  if (tagOf(headers) === '[object Headers]') {
    const pairs: [string, string][] = [];
    headersForEach(headers as Headers, (value, name) => void pairs.push([name, value]));
    return pairs;
  }
  if (isArray(headers))
    return headers.every(isArray) ? headers.map((pair) => [pair[0], pair[1]]) : null;
  return isPlain(headers) ? ownKeys(headers).map((name) => [name, ownValue(headers, name)]) : null;
}

/** Returns whether these headers sign the body; true also if that cannot be determined. */
function isSigned(headers: Pairs | null): boolean {
  return !headers || headers.some(([name, value]) => isSignature(name, value));
}

function sentHeaders(headers: Pairs | null): SentHeaders | null {
  if (!headers) return null;
  const value = (wanted: string): string | null => {
    const found = headers.find(
      ([name]) => typeof name === 'string' && name.toLowerCase() === wanted,
    );
    return typeof found?.[1] === 'string' ? found[1] : null;
  };
  return {
    // Identifies a resumable stream of llama.cpp.
    conversation: value('x-conversation-id'),
    authorization: value('authorization'),
    sessionId: value('x-hermes-session-id'),
  };
}
