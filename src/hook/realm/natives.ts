// Realm: the natives as they were before any page script ran, and the functions that overlay them.

/**
 * Natives captured on import, at document_start, before any script of the page. The page shares our
 * realm and may replace or instrument every global and prototype later; the overlays use these, so
 * they neither break nor are noticed. Where other scripts came before us, natives are found behind
 * their classes.
 */

export const {
  apply,
  defineProperty,
  deleteProperty,
  get,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  ownKeys,
  setPrototypeOf,
} = Reflect;

const functionCall = Function.prototype.call;
const functionBind = Function.prototype.bind;
export const objectPrototype: object = Object.prototype;

/** An object that may have any property; null where a browser, or another script, has none. */
type Owner = object | null | undefined;

/**
 * Finds the object along a prototype chain that defines a property.
 * @returns null if there is none; what pages put on Object.prototype does not count
 */
export function ownerOf(object: Owner, key: PropertyKey): object | null {
  for (let at = object; at && at !== objectPrototype; at = getPrototypeOf(at))
    if (getOwnPropertyDescriptor(at, key)) return at;
  return null;
}

/**
 * Like `ownerOf`, but finds the last object. Another script may have put a subclass in front of a
 * native before us: the last one is the browser's own.
 */
function nativeOwnerOf(object: Owner, key: PropertyKey): object | null {
  let owner = ownerOf(object, key);
  for (let at = owner; at; at = ownerOf(getPrototypeOf(at), key)) owner = at;
  return owner;
}

type Globals = typeof globalThis;
type Instance<Name extends keyof Globals> = Globals[Name] extends { readonly prototype: infer T }
  ? T
  : never;

/**
 * Returns the prototype of a native class.
 * @param key one of its properties
 * @param make creates an instance, for a class behind a function that has a prototype of its own
 * @param given returns an instance that the browser itself has made: what scripts call its class
 * may be one of theirs, such as web-streams-polyfill's, which no native accepts
 * @returns null if there is none
 */
function nativePrototype<Name extends keyof Globals>(
  name: Name,
  key: keyof Instance<Name>,
  make: () => unknown = () => null,
  given: () => unknown = () => null,
): Instance<Name> | null {
  const known = globalThis[name] as { readonly prototype?: object } | undefined;
  return (ownerIn(given, key) ??
    ownerIn(() => known?.prototype, key) ??
    ownerIn(make, key)) as Instance<Name> | null;
}

/** @returns null also if there is no such object */
function ownerIn(find: () => unknown, key: PropertyKey): object | null {
  try {
    return nativeOwnerOf(find() as Owner, key);
  } catch {
    return null;
  }
}

/**
 * Returns the class of a native prototype, which a page may see behind a class of another script.
 */
function classOf<Class>(prototype: object | null, known: Class): Class {
  const found: unknown = prototype && getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  return typeof found === 'function' ? (found as Class) : known;
}

/** In place of a native that is missing: whoever needs it fails open, and nobody else. */
function missing(): never {
  throw new NativeTypeError('missing');
}

const NativeTypeError = TypeError;

/**
 * Turns a method into a function whose first argument is `this`; immune to later changes of
 * `Function.prototype`. Bound rather than wrapped: all methods would share the code of one wrapper,
 * which Firefox compiles for none of them.
 */
function uncurry<This, Args extends readonly unknown[], Result>(
  native: (this: This, ...args: Args) => Result,
): (self: This, ...args: Args) => Result {
  return functionCall.bind(native) as (self: This, ...args: Args) => Result;
}

/** Returns a function of the page with a fixed `this`; it adds no frame of ours to a stack. */
export function bind<Args extends readonly unknown[], Result>(
  theirs: (...args: Args) => Result,
  self: unknown,
): (...args: Args) => Result {
  return apply(functionBind, theirs, [self]) as (...args: Args) => Result;
}

type Uncurried<Value, Self> = Value extends (...args: infer Args) => infer Result
  ? (self: Self, ...args: Args) => Result
  : never;

/** Returns a method as a function of `this`. */
function method<T extends object, Key extends keyof T>(
  owner: T | null,
  key: Key,
): Uncurried<T[Key], T> {
  const found: unknown = owner && descriptorOf(owner, key)?.value;
  return uncurry(typeof found === 'function' ? (found as () => unknown) : missing) as Uncurried<
    T[Key],
    T
  >;
}

/** Returns the getter of an accessor property as a function of `this`. */
function getter<T extends object, Key extends keyof T>(
  owner: T | null,
  key: Key,
): (self: T) => T[Key] {
  return uncurry((owner && descriptorOf(owner, key)?.get) ?? missing) as (self: T) => T[Key];
}

/**
 * Returns whether an accessor is the browser's own, also behind wrappers: it refuses strangers. A
 * script may have a class of its own in place of the browser's, which then is out of reach.
 */
export function isNativeGetter(owner: object | null, key: PropertyKey): boolean {
  const get = owner && descriptorOf(owner, key)?.get;
  if (!get) return false;
  try {
    apply(get, create(null), []);
    return false;
  } catch {
    return true;
  }
}

function descriptorOf(object: object, key: PropertyKey): PropertyDescriptor | undefined {
  const owner = nativeOwnerOf(object, key);
  return owner ? getOwnPropertyDescriptor(owner, key) : undefined;
}

/** A native promise, whatever class a page, as with zone.js, calls `Promise`. */
const promise = (async () => {})();

export const NativeProxy = Proxy;
export const NativePromise: PromiseConstructor = classOf(getPrototypeOf(promise), Promise);
export const NativeWeakMap = WeakMap;

export const weakGet = method(WeakMap.prototype, 'get') as <V>(
  map: WeakMap<object, V>,
  key: object,
) => V | undefined;
export const weakSet = method(WeakMap.prototype, 'set') as <V>(
  map: WeakMap<object, V>,
  key: object,
  value: V,
) => void;

export const create: (prototype: object | null) => object = Object.create;
export const isArray: (value: unknown) => value is readonly unknown[] = Array.isArray;
const toTag = uncurry(Object.prototype.toString);

/** Returns `[object Request]` also for a Request of another realm, which fails `instanceof`. */
export function tagOf(value: unknown): string {
  return toTag(value);
}

export const slice = uncurry(String.prototype.slice);
export const charCodeAt = uncurry(String.prototype.charCodeAt);
export const functionToString = Function.prototype.toString;
const execPattern = uncurry(RegExp.prototype.exec);

/**
 * Does what `pattern.test` does, which would call the page's `exec`.
 * @param pattern without the flags "g" and "y"
 */
export function matches(pattern: RegExp, text: string): boolean {
  return execPattern(pattern, text) !== null;
}

/**
 * Does what `promise.then` does, without calling that method of the page. Not named `then`, because
 * a module with that export is treated as a promise when it is imported dynamically.
 */
export async function after<T, R>(
  promise: Promise<T>,
  fulfilled: ((value: T) => R | Promise<R>) | null,
  rejected?: (error: unknown) => R | Promise<R>,
): Promise<R> {
  let value: T;
  try {
    value = await promise;
  } catch (error) {
    if (rejected) return rejected(error);
    throw error;
  }
  return fulfilled ? fulfilled(value) : (value as unknown as R);
}

export const responsePrototype = nativePrototype('Response', 'text', () => new Response());
export const NativeResponse = classOf(responsePrototype, globalThis.Response);
export const responseStatus = getter(responsePrototype, 'status');
export const responseStatusText = getter(responsePrototype, 'statusText');
export const responseType = getter(responsePrototype, 'type');
export const responseUrl = getter(responsePrototype, 'url');
export const responseHeaders = getter(responsePrototype, 'headers');
export const responseBody = getter(responsePrototype, 'body');
export const responseBodyUsed = getter(responsePrototype, 'bodyUsed');
export const responseRedirected = getter(responsePrototype, 'redirected');
export const responseText = method(responsePrototype, 'text');

const headers = nativePrototype(
  'Headers',
  'get',
  () => new Headers(),
  () => responseHeaders(new NativeResponse()),
);
export const headersGet = method(headers, 'get');
export const headersForEach = method(headers, 'forEach');

export const {
  parse: parseJson,
  stringify: toJson,
}: { parse(text: string): unknown; stringify(value: unknown): string } = JSON;

const typeErrorPrototype: object = TypeError.prototype;

/** Returns whether this is the kind of error with which a body fails when its connection breaks. */
export function isTypeError(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && getPrototypeOf(error) === typeErrorPrototype
  );
}

const request = nativePrototype('Request', 'text', () => new Request('data:,'));
export const NativeRequest = classOf(request, globalThis.Request);
export const requestMethod = getter(request, 'method');
export const requestUrl = getter(request, 'url');
export const requestHeaders = getter(request, 'headers');
export const requestBodyUsed = getter(request, 'bodyUsed');
export const requestKeepalive = getter(request, 'keepalive');
export const requestSignal = getter(request, 'signal');
export const requestClone = method(request, 'clone');
export const requestText = method(request, 'text');
export const urlHref = getter(
  nativePrototype('URL', 'href', () => new URL('data:,')),
  'href',
);
export const signalAborted = getter(
  nativePrototype('AbortSignal', 'aborted', undefined, () =>
    requestSignal(new NativeRequest('data:,')),
  ),
  'aborted',
);

const nativeFetch = globalThis.fetch;
const NativeAbortSignal = globalThis.AbortSignal;
const nativeTimeout = globalThis.AbortSignal?.timeout;

/**
 * Makes a request of our own, past our overlay. It follows no redirect, so that nobody but the
 * address gets its headers.
 * @param init its `headers` have no prototype: a page could put properties there
 * @param ms after which it fails, with its body
 */
export function ownRequest(url: string, init: RequestInit, ms: number): Promise<Response> {
  const signal = apply(nativeTimeout, NativeAbortSignal, [ms]) as AbortSignal;
  const made = { __proto__: null, ...init, cache: 'no-store', redirect: 'error', signal };
  return apply(nativeFetch, undefined, [url, made]) as Promise<Response>;
}

const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
const nativeDigest = subtle?.digest;

/**
 * @returns the SHA-256 of a text in UTF-8; null on pages without a secure context, which have none
 */
export function sha256(text: string): Promise<ArrayBuffer> | null {
  return subtle
    ? (apply(nativeDigest as () => unknown, subtle, [
        'SHA-256',
        encodeText(text),
      ]) as Promise<ArrayBuffer>)
    : null;
}

const stream = nativePrototype(
  'ReadableStream',
  'getReader',
  () => new ReadableStream(),
  () => responseBody(new NativeResponse('')),
);
export const NativeReadableStream = classOf(stream, globalThis.ReadableStream);
export const streamLocked = getter(stream, 'locked');
export const getReader = method(stream, 'getReader') as (
  self: ReadableStream<Uint8Array>,
) => ReadableStreamDefaultReader<Uint8Array>;

const reader = nativePrototype('ReadableStreamDefaultReader', 'read', undefined, () =>
  getReader(new NativeReadableStream()),
);
export const readerRead = method(reader, 'read');
export const readerCancel = method(reader, 'cancel');
export const releaseLock = method(reader, 'releaseLock');
export const readerClosed = getter(reader, 'closed');

const controller = nativePrototype(
  'ReadableByteStreamController',
  'enqueue',
  undefined,
  controllerOfStream,
);
export const enqueue = method(controller, 'enqueue') as (
  self: ReadableByteStreamController,
  chunk: ArrayBufferView,
) => void;
export const closeStream = method(controller, 'close');
export const errorStream = method(controller, 'error');
export const byobRequest = getter(controller, 'byobRequest');

/** Only a stream that is being read has one, so it is looked for when there is one. */
let respond: ((self: ReadableStreamBYOBRequest, bytes: number) => void) | null = null;

export function byobRespond(request: ReadableStreamBYOBRequest, bytes: number): void {
  respond ??= method<ReadableStreamBYOBRequest, 'respond'>(request, 'respond');
  respond(request, bytes);
}

function controllerOfStream(): unknown {
  let found: unknown = null;
  const source = { __proto__: null, type: 'bytes', start: (its: unknown) => void (found = its) };
  void new NativeReadableStream(source as unknown as UnderlyingByteSource);
  return found;
}

const target = nativePrototype(
  'EventTarget',
  'addEventListener',
  () => new EventTarget(),
  () => globalThis.document,
);
export const addListener = method(target, 'addEventListener');
export const removeListener = method(target, 'removeEventListener');
export const dispatch = method(target, 'dispatchEvent');

const event = nativePrototype(
  'Event',
  'target',
  () => new Event('x'),
  () => document.createEvent('Event'),
);
export const eventTarget = getter(event, 'target');
export const eventType = getter(event, 'type');

export const messagePrototype = nativePrototype(
  'MessageEvent',
  'data',
  () => new MessageEvent('x'),
  () => document.createEvent('MessageEvent'),
);
export const NativeMessageEvent = classOf(messagePrototype, globalThis.MessageEvent);
export const eventData = getter(messagePrototype, 'data');
export const eventId = getter(messagePrototype, 'lastEventId');

/**
 * No instance of these two can be made without a connection; Node, in which the hook is also
 * tested, has no EventSource.
 */
export const socketPrototype: object | undefined = globalThis.WebSocket?.prototype;
export const eventSourcePrototype: object | undefined = globalThis.EventSource?.prototype;

const NativeMessageChannel = globalThis.MessageChannel;
const channel = nativePrototype('MessageChannel', 'port1');
const channelPort1 = getter(channel, 'port1');
const channelPort2 = getter(channel, 'port2');
const port = nativePrototype('MessagePort', 'postMessage');
export const portStart = method(port, 'start');
const portClose = method(port, 'close');
export const portPost = method(port, 'postMessage') as (
  self: MessagePort,
  message: unknown,
) => void;

const nativeSetTimeout = setTimeout;
const nativeClearTimeout = clearTimeout;

const clock = performance;
const { now: nativeNow } = Performance.prototype;

/** Returns milliseconds of a monotonic clock. */
export function now(): number {
  return apply(nativeNow, clock, []) as number;
}

/**
 * @param work what it throws is dropped, so that the page sees no error of ours.
 * @param delay milliseconds
 */
export function startTimer(work: () => void, delay: number): number {
  const run = (): void => {
    try {
      work();
    } catch {
      // fail open
    }
  };
  return apply(nativeSetTimeout, undefined, [run, delay]) as unknown as number;
}

export function stopTimer(timer: number): void {
  apply(nativeClearTimeout, undefined, [timer]);
}

/**
 * Runs `work` in its own task, soon even in a hidden tab, where timers can be delayed by a second.
 */
export function inNextTask(work: () => void): void {
  const { port1, port2 } = openChannel();
  addListener(port2, 'message', () => {
    // An open port that was started is never garbage-collected.
    portClose(port2);
    work();
  });
  portStart(port2);
  portPost(port1, null);
}

/** Returns both ends of a new channel. */
export function openChannel(): Pick<MessageChannel, 'port1' | 'port2'> {
  const channel = new NativeMessageChannel();
  return { port1: channelPort1(channel), port2: channelPort2(channel) };
}

export const NativeUint8Array = Uint8Array;
export const NO_BYTES = new NativeUint8Array(0);
export const lengthOf = getter(Uint8Array.prototype, 'length');
/** A chunk is never shared memory: streams refuse that. */
export const bufferOf = getter(Uint8Array.prototype, 'buffer') as (
  bytes: Uint8Array,
) => ArrayBuffer;
export const bufferLength = getter(ArrayBuffer.prototype, 'byteLength');

const encoder = new TextEncoder();
const encode = method(
  nativePrototype('TextEncoder', 'encode', () => encoder),
  'encode',
);

/** Encodes as UTF-8; a lone surrogate becomes U+FFFD. */
export function encodeText(text: string): Uint8Array {
  return encode(encoder, text);
}

export const NativeTextDecoder = globalThis.TextDecoder;
export const decodeText = method(
  nativePrototype('TextDecoder', 'decode', () => new TextDecoder()),
  'decode',
);

const xhr = nativePrototype('XMLHttpRequest', 'send', () => new XMLHttpRequest());
/** That of the class which the page sees: its methods may have captured those of the native. */
export const xhrPrototype: object | null = ownerOf(globalThis.XMLHttpRequest?.prototype, 'send')
  ? globalThis.XMLHttpRequest.prototype
  : xhr;
/** Node, in which the hook is also tested, has none. */
export const hasXhr = 'XMLHttpRequest' in globalThis;
export const xhrReadyState = getter(xhr, 'readyState');
export const xhrStatus = getter(xhr, 'status');
export const xhrResponseUrl = getter(xhr, 'responseURL');
export const xhrResponseType = getter(xhr, 'responseType');
export const xhrResponseText = getter(xhr, 'responseText');
export const xhrHeader = method(xhr, 'getResponseHeader');
export const xhrAllHeaders = method(xhr, 'getAllResponseHeaders');

export const NativeFormData = globalThis.FormData;
const form = nativePrototype('FormData', 'append', () => new FormData());
export const formForEach = method(form, 'forEach');
export const formAppend = method(form, 'append') as (
  self: FormData,
  name: string,
  value: FormDataEntryValue,
) => void;
