import { put, zeros } from '../../lib/bytes.ts';
import type { BodyTransform } from './traffic.ts';
import * as natives from '../realm/natives.ts';

/** Milliseconds of silence after which text that waits only for a line feed is released. */
const IDLE_AFTER = 1000;

/**
 * A native chunk fills its buffer, and some pages decode `chunk.buffer`. On a chunk that begins
 * behind the start of its buffer, Chromium up to 126 even crashes when the page clones the reply;
 * 131 does not.
 * @returns the same bytes in a buffer that has no others
 */
function inOwnBuffer(bytes: Uint8Array): Uint8Array {
  const length = natives.lengthOf(bytes);
  if (natives.bufferLength(natives.bufferOf(bytes)) === length) return bytes;
  // Not a slice, which asks the page's constructor.
  const own = zeros(length);
  put(own, bytes, 0);
  return own;
}

/**
 * Reads a native body through a transform. Like the native body, the result is a byte stream, pulls
 * only what the page reads, forwards cancellation, and fails with the very error of its source.
 * @param onFailure called with the source's error before the page gets it
 * @param wrap turns the stream into the wanted object; if it throws, the source is released unread
 */
export function transformStream<T = ReadableStream<Uint8Array>>(
  source: ReadableStream<Uint8Array>,
  transform: BodyTransform,
  onFailure: (error: unknown) => void,
  wrap: (stream: ReadableStream<Uint8Array>) => T = (stream) => stream as T,
): T {
  const reader = natives.getReader(source);
  let over = false;
  let cancelled = false;
  let pulling = false;
  let timer = 0;
  // Set before the first read.
  let controller!: ReadableByteStreamController;
  /** Settle the latest pull; the stream never pulls again before. */
  let resolve!: () => void;
  let reject!: (error: unknown) => void;

  // No closure for each read, for the reason given at `asItWas`.
  function pull(): Promise<void> {
    return new natives.NativePromise(start);
  }

  function start(pulled: () => void, failed: (error: unknown) => void): void {
    resolve = pulled;
    reject = failed;
    read();
  }

  /**
   * Reads until there is something to hand out. Callbacks return no promise: that would call the
   * page's `then`.
   */
  function read(): void {
    pulling = true;
    if (transform.waits()) timer = natives.startTimer(pause, IDLE_AFTER);
    void natives.after(natives.after(natives.readerRead(reader), receive, lose), null, reject);
  }

  function pause(): void {
    hand(controller, transform.idle());
  }

  function receive({ done, value }: ReadableStreamReadResult<Uint8Array>): void {
    stop();
    if (over) return resolve();
    if (!done) return handAll(controller, transform.push(value)) ? resolve() : read();
    over = true;
    hand(controller, transform.end());
    natives.inNextTask(close);
    resolve();
  }

  function lose(error: unknown): void {
    stop();
    fail(error, true);
    resolve();
  }

  function stop(): void {
    pulling = false;
    natives.stopTimer(timer);
  }

  /**
   * Runs in its own task, as Firefox always does and Chromium mostly. deep-chat reads frames in
   * promises that have not settled when the end arrives right behind the last chunk, and loses the
   * last words (2 ticks in Chromium 156, seen natively).
   */
  function close(): void {
    if (!cancelled) closeWhole(controller);
  }

  /**
   * Fails at once and for good, as a native body does: later reads get the error. A read that is
   * pending when the connection breaks gets what was held back, as it would have got it on arrival;
   * after an abort nobody wants it any more.
   */
  function fail(error: unknown, waits: boolean): void {
    if (over) return;
    over = true;
    onFailure(error);
    const rest = transform.end('cut');
    if (waits && natives.isTypeError(error)) hand(controller, rest);
    natives.errorStream(controller, error);
  }

  const fromNetwork: BareSource = {
    __proto__: null,
    type: 'bytes',
    start(its) {
      controller = its;
      // A native body fails at once, even while nobody reads.
      void natives.after(natives.readerClosed(reader) as Promise<unknown>, null, (error) => {
        if (!pulling) fail(error, false);
      });
    },
    pull,
    cancel(reason) {
      over = true;
      cancelled = true;
      stop();
      transform.end('cut');
      return natives.readerCancel(reader, reason);
    },
  };
  try {
    return wrap(pulledStream(fromNetwork));
  } catch (error) {
    over = true;
    // The page gets the native body, unread.
    natives.releaseLock(reader);
    throw error;
  }
}

/**
 * No prototypes on objects that natives read: a page may have put `size` or `autoAllocateChunkSize`
 * on Object.prototype.
 */
type BareSource = UnderlyingByteSource & { readonly __proto__: null };

/** @returns a stream that pulls only what is read */
function pulledStream(source: BareSource): ReadableStream<Uint8Array> {
  const strategy = { __proto__: null, highWaterMark: 0 } as QueuingStrategy;
  return new natives.NativeReadableStream(source, strategy) as ReadableStream<Uint8Array>;
}

/** @returns whether there was anything to hand out */
function hand(controller: ReadableByteStreamController, bytes: Uint8Array | undefined): boolean {
  if (!bytes || natives.lengthOf(bytes) === 0) return false;
  natives.enqueue(controller, inOwnBuffer(bytes));
  return true;
}

function handAll(controller: ReadableByteStreamController, parts: readonly Uint8Array[]): boolean {
  let handed = false;
  for (let i = 0; i < parts.length; i++) handed = hand(controller, parts[i]) || handed;
  return handed;
}

function closeWhole(controller: ReadableByteStreamController): void {
  natives.closeStream(controller);
  // Without this, a pending BYOB read never settles.
  const request = natives.byobRequest(controller);
  if (request) natives.byobRespond(request, 0);
}
