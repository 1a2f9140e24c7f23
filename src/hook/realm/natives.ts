// Realm: the natives as they were before any page script ran, and the functions that overlay them.

/**
 * Natives captured on import, at document_start, before any script of the page. The page shares our realm and may
 * replace or instrument every global and prototype later; the hook uses only these, so it neither breaks nor is
 * noticed.
 */

export const {
  apply,
  construct,
  defineProperty,
  deleteProperty,
  get,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  ownKeys,
} = Reflect;

const functionCall = Function.prototype.call;

/**
 * Turns a method into a function whose first argument is `this`; immune to later changes of `Function.prototype`. Bound
 * rather than wrapped: all methods would share the code of one wrapper, which Firefox compiles for none of them.
 */
function uncurry<This, Args extends readonly unknown[], Result>(
  method: (this: This, ...args: Args) => Result,
): (self: This, ...args: Args) => Result {
  return functionCall.bind(method) as (self: This, ...args: Args) => Result;
}

/** Returns the getter of an accessor property as a function of `this`. */
function getter<Owner extends object, Key extends keyof Owner>(owner: Owner, key: Key): (self: Owner) => Owner[Key] {
  const get = getOwnPropertyDescriptor(owner, key)?.get;
  if (!get) throw new TypeError(`no getter ${String(key)}`);
  return functionCall.bind(get) as (self: Owner) => Owner[Key];
}

export const NativeProxy = Proxy;
export const NativeResponse = Response;
export const NativeRequest = Request;
export const NativeReadableStream = ReadableStream;
export const NativeMessageChannel = MessageChannel;
export const NativeMessageEvent = MessageEvent;
export const NativeWebSocket = WebSocket;
export const NativePromise = Promise;
export const NativeWeakMap = WeakMap;

export const weakGet = uncurry(WeakMap.prototype.get) as <V>(map: WeakMap<object, V>, key: object) => V | undefined;
export const weakSet = uncurry(WeakMap.prototype.set) as <V>(map: WeakMap<object, V>, key: object, value: V) => void;

export const create: (prototype: object | null) => object = Object.create;
export const objectPrototype: object = Object.prototype;
export const isArray: (value: unknown) => value is readonly unknown[] = Array.isArray;
const toTag = uncurry(Object.prototype.toString);

/** Returns `[object Request]` also for a Request of another realm, which fails `instanceof`. */
export function tagOf(value: unknown): string {
  return toTag(value);
}

export const lowerCase = uncurry(String.prototype.toLowerCase);
export const upperCase = uncurry(String.prototype.toUpperCase);
export const includes = uncurry(String.prototype.includes);
export const indexOfText = uncurry(String.prototype.indexOf);
export const functionToString = Function.prototype.toString;

export const execPattern = uncurry(RegExp.prototype.exec);

/** Does what `pattern.test` does, which would call the page's `exec`. @param pattern without the flags "g" and "y" */
export function matches(pattern: RegExp, text: string): boolean {
  return execPattern(pattern, text) !== null;
}

/** Returns whether this line of a stack ends with a source position. */
export function endsWithPlace(line: string): boolean {
  return matches(/:\d+:\d+\)?$/, line);
}

const nativeThen = uncurry(Promise.prototype.then);
const promisePrototype: object = Promise.prototype;
const promiseSpecies = getOwnPropertyDescriptor(Promise, Symbol.species)?.get;
const NO_CONSTRUCTOR = { __proto__: null, value: undefined, configurable: true } as PropertyDescriptor;

/**
 * Returns whether the native `then` would create its promise with the native class; the page may have substituted
 * another.
 */
function isThenNative(): boolean {
  return (
    getOwnPropertyDescriptor(promisePrototype, 'constructor')?.value === NativePromise &&
    getOwnPropertyDescriptor(NativePromise, Symbol.species)?.get === promiseSpecies
  );
}

/**
 * `promise.then(...)` with the native method, whatever the page has done to it. Not named `then`, because a module with
 * that export is treated as a promise when it is imported dynamically.
 */
export function after<T, R>(
  promise: Promise<T>,
  fulfilled: ((value: T) => R | Promise<R>) | null,
  rejected?: (error: unknown) => R | Promise<R>,
): Promise<R> {
  if (isThenNative())
    return nativeThen(promise as Promise<unknown>, fulfilled as never, rejected as never) as Promise<R>;
  // Without a constructor to consult, `then` returns a native promise.
  const hidden = defineProperty(promise, 'constructor', NO_CONSTRUCTOR);
  const next = nativeThen(promise as Promise<unknown>, fulfilled as never, rejected as never) as Promise<R>;
  if (hidden) deleteProperty(promise, 'constructor');
  return next;
}

export const headersGet = uncurry(Headers.prototype.get);
export const headersForEach = uncurry(Headers.prototype.forEach);

export const responseStatus = getter(Response.prototype, 'status');
export const responseStatusText = getter(Response.prototype, 'statusText');
export const responseType = getter(Response.prototype, 'type');
export const responseUrl = getter(Response.prototype, 'url');
export const responseHeaders = getter(Response.prototype, 'headers');
export const responseBody = getter(Response.prototype, 'body');
export const responseBodyUsed = getter(Response.prototype, 'bodyUsed');
export const responseText = uncurry(Response.prototype.text);

export const parseJson: (text: string) => unknown = JSON.parse;

const typeErrorPrototype: object = TypeError.prototype;

/** Returns whether this is the kind of error with which a body fails when its connection breaks. */
export function isTypeError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && getPrototypeOf(error) === typeErrorPrototype;
}

export const requestMethod = getter(Request.prototype, 'method');
export const requestHeaders = getter(Request.prototype, 'headers');
export const requestBodyUsed = getter(Request.prototype, 'bodyUsed');
export const requestKeepalive = getter(Request.prototype, 'keepalive');
export const requestSignal = getter(Request.prototype, 'signal');
export const signalAborted = getter(AbortSignal.prototype, 'aborted');
export const requestClone = uncurry(Request.prototype.clone);
export const requestText = uncurry(Request.prototype.text);

export const streamLocked = getter(ReadableStream.prototype, 'locked');
export const getReader = uncurry(
  ReadableStream.prototype.getReader as (this: ReadableStream<Uint8Array>) => ReadableStreamDefaultReader<Uint8Array>,
);
export const readerRead = uncurry(
  ReadableStreamDefaultReader.prototype.read as (
    this: ReadableStreamDefaultReader<Uint8Array>,
  ) => Promise<ReadableStreamReadResult<Uint8Array>>,
);
export const readerCancel = uncurry(ReadableStreamDefaultReader.prototype.cancel);
export const releaseLock = uncurry(ReadableStreamDefaultReader.prototype.releaseLock);
export const readerClosed = getter(ReadableStreamDefaultReader.prototype, 'closed');

export const enqueue = uncurry(
  ReadableByteStreamController.prototype.enqueue as (
    this: ReadableByteStreamController,
    chunk: ArrayBufferView,
  ) => void,
);
export const closeStream = uncurry(ReadableByteStreamController.prototype.close);
export const errorStream = uncurry(ReadableByteStreamController.prototype.error);
export const byobRequest = getter(ReadableByteStreamController.prototype, 'byobRequest');
export const byobRespond = uncurry(ReadableStreamBYOBRequest.prototype.respond);

export const addListener = uncurry(EventTarget.prototype.addEventListener);
export const removeListener = uncurry(EventTarget.prototype.removeEventListener);
export const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
export const eventData = getter(MessageEvent.prototype, 'data');
export const eventTarget = getter(Event.prototype, 'target');
export const eventType = getter(Event.prototype, 'type');
export const socketUrl = getter(WebSocket.prototype, 'url');
export const channelPort1 = getter(MessageChannel.prototype, 'port1');
export const channelPort2 = getter(MessageChannel.prototype, 'port2');
export const portStart = uncurry(MessagePort.prototype.start);
export const portClose = uncurry(MessagePort.prototype.close);
export const portPost = uncurry(MessagePort.prototype.postMessage as (this: MessagePort, message: unknown) => void);

export const NativePerformanceObserver = PerformanceObserver;
export const observeEntries = uncurry(PerformanceObserver.prototype.observe);
export const stopObserving = uncurry(PerformanceObserver.prototype.disconnect);
export const entriesByName = uncurry(PerformanceObserverEntryList.prototype.getEntriesByName);
export const entryStart = getter(PerformanceEntry.prototype, 'startTime');

const nativeSetTimeout = setTimeout;
const nativeClearTimeout = clearTimeout;

const clock = performance;
const { now: nativeNow } = Performance.prototype;

/** Returns milliseconds of a monotonic clock. */
export function now(): number {
  return apply(nativeNow, clock, []) as number;
}

/** @param delay milliseconds */
export function startTimer(work: () => void, delay: number): number {
  return apply(nativeSetTimeout, undefined, [work, delay]) as unknown as number;
}

export function stopTimer(timer: number): void {
  apply(nativeClearTimeout, undefined, [timer]);
}

/** Runs `work` in its own task, soon even in a hidden tab, where timers can be delayed by a second. */
export function inNextTask(work: () => void): void {
  const channel = new NativeMessageChannel();
  const port = channelPort2(channel);
  addListener(port, 'message', () => {
    // An open port that was started is never garbage-collected.
    portClose(port);
    work();
  });
  portStart(port);
  portPost(channelPort1(channel), null);
}

export const slice = uncurry(String.prototype.slice);
export const charCodeAt = uncurry(String.prototype.charCodeAt);
export const NO_BYTES = new Uint8Array(0);
const bytesPrototype = getPrototypeOf(Uint8Array.prototype) as Uint8Array;
export const lengthOf = getter(bytesPrototype, 'length');
/** A chunk is never shared memory: streams refuse that. */
export const bufferOf = getter(bytesPrototype, 'buffer') as (bytes: Uint8Array) => ArrayBuffer;
export const bufferLength = getter(ArrayBuffer.prototype, 'byteLength');
const encoder = new TextEncoder();
const encode = uncurry(TextEncoder.prototype.encode);

/** Encodes as UTF-8; a lone surrogate becomes U+FFFD. */
export function encodeText(text: string): Uint8Array {
  return encode(encoder, text);
}

export const NativeTextDecoder = TextDecoder;
export const decodeText = uncurry(TextDecoder.prototype.decode);

export const NativeXhr = XMLHttpRequest;
export const xhrReadyState = getter(XMLHttpRequest.prototype, 'readyState');
export const xhrStatus = getter(XMLHttpRequest.prototype, 'status');
export const xhrResponseUrl = getter(XMLHttpRequest.prototype, 'responseURL');
export const xhrResponseType = getter(XMLHttpRequest.prototype, 'responseType');
export const xhrResponseText = getter(XMLHttpRequest.prototype, 'responseText');
export const xhrHeader = uncurry(XMLHttpRequest.prototype.getResponseHeader);
export const xhrAllHeaders = uncurry(XMLHttpRequest.prototype.getAllResponseHeaders);

export const eventId = getter(MessageEvent.prototype, 'lastEventId');
/** Every browser has it; Node, in which the hook is also tested, does not. */
export const NativeEventSource = globalThis.EventSource;

export const NativeFormData = FormData;
export const formForEach = uncurry(FormData.prototype.forEach);
export const formAppend = uncurry(
  FormData.prototype.append as (this: FormData, name: string, value: FormDataEntryValue) => void,
);

/** Natives that the hook itself uses, beyond what the normalizer relies on. Other wrapped natives do no harm. */
export const HOOK_RELIES_ON: readonly (readonly [owner: object, keys: readonly PropertyKey[]])[] = [
  [Promise.prototype, ['then']],
  [WeakMap.prototype, ['get', 'set']],
  [ReadableStream.prototype, ['getReader', 'locked']],
  [ReadableStreamDefaultReader.prototype, ['read', 'cancel', 'releaseLock', 'closed']],
  [ReadableByteStreamController.prototype, ['enqueue', 'close', 'error']],
  [ArrayBuffer.prototype, ['byteLength']],
  [MessagePort.prototype, ['postMessage', 'start']],
  [Headers.prototype, ['get', 'forEach']],
  [Reflect, ['apply', 'construct', 'defineProperty', 'get', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'ownKeys']],
  [
    globalThis,
    ['Promise', 'Proxy', 'WeakMap', 'ReadableStream', 'Response', 'Request', 'MessageChannel', 'MessageEvent'],
  ],
];
