import type { BodyTransform } from './traffic.ts';
import {
  after,
  byobRequest,
  byobRespond,
  closeStream,
  enqueue,
  errorStream,
  getReader,
  inNextTask,
  isTypeError,
  lengthOf,
  NativePromise,
  NativeReadableStream,
  readerCancel,
  readerClosed,
  readerRead,
  releaseLock,
  startTimer,
  stopTimer,
} from '../realm/natives.ts';

/** Silence after which text that waits only for a line feed is let go, in ms. */
const IDLE_AFTER = 1000;

/**
 * Reads a native body through a transform. Like the native one the result is a byte stream, pulls only what the page
 * reads, hands cancellation on, and fails when the source does, with its very error.
 * @param onFailure called with the source's error before the page gets it
 * @param wrap makes of the stream what is wanted; where that fails, the source is free again
 */
export function transformStream<T = ReadableStream<Uint8Array>>(
  source: ReadableStream<Uint8Array>,
  transform: BodyTransform,
  onFailure: (error: unknown) => void,
  wrap: (stream: ReadableStream<Uint8Array>) => T = (stream) => stream as T,
): T {
  const reader = getReader(source);
  let over = false;
  let cancelled = false;
  let pulling = false;
  let timer = 0;

  function pull(controller: ReadableByteStreamController): Promise<void> {
    return new NativePromise((resolve, reject) => read(controller, resolve, reject));
  }

  /** Reads on until there is something to hand out. No promise is returned from a callback: it would be asked for the page's `then`. */
  function read(controller: ReadableByteStreamController, resolve: () => void, reject: (error: unknown) => void): void {
    pulling = true;
    if (transform.waits()) timer = startTimer(() => void hand(controller, transform.idle()), IDLE_AFTER);
    const look = after(
      readerRead(reader),
      ({ done, value }) => {
        stop();
        if (over) return resolve();
        if (!done) {
          const parts = transform.push(value);
          let handed = false;
          for (let i = 0; i < parts.length; i++) handed = hand(controller, parts[i]) || handed;
          return handed ? resolve() : read(controller, resolve, reject);
        }
        over = true;
        hand(controller, transform.end());
        inNextTask(() => close(controller));
        resolve();
      },
      (error) => {
        stop();
        fail(controller, error, true);
        resolve();
      },
    );
    void after(look, null, reject);
  }

  function stop(): void {
    pulling = false;
    stopTimer(timer);
  }

  /**
   * In a task of its own, as always in Firefox and mostly in Chromium. deep-chat reads frames in promises that are not
   * done when an end comes right behind the last chunk, and loses the last words (2 ticks in Chromium 156, seen natively).
   */
  function close(controller: ReadableByteStreamController): void {
    if (cancelled) return;
    closeStream(controller);
    // Without this a pending BYOB read never settles.
    const request = byobRequest(controller);
    if (request) byobRespond(request, 0);
  }

  /** @returns whether there was anything to hand out */
  function hand(controller: ReadableByteStreamController, bytes: Uint8Array | undefined): boolean {
    if (!bytes || lengthOf(bytes) === 0) return false;
    enqueue(controller, bytes);
    return true;
  }

  /**
   * At once and for good, as a native body: whoever asks later gets the error. A read that waits when the connection
   * breaks gets what was held, as it would have got it when it came; an abort means that nobody wants it any more.
   */
  function fail(controller: ReadableByteStreamController, error: unknown, waits: boolean): void {
    if (over) return;
    over = true;
    onFailure(error);
    const rest = transform.end('cut');
    if (waits && isTypeError(error)) hand(controller, rest);
    errorStream(controller, error);
  }

  // Without prototypes, as all that a native reads: a page may have put `size` or `autoAllocateChunkSize` on Object.prototype.
  const fromNetwork: UnderlyingByteSource & { readonly __proto__: null } = {
    __proto__: null,
    type: 'bytes',
    start(controller) {
      // A native body fails at once, also while nobody reads.
      void after(readerClosed(reader) as Promise<unknown>, null, (error) => {
        if (!pulling) fail(controller, error, false);
      });
    },
    pull,
    cancel(reason) {
      over = true;
      cancelled = true;
      stop();
      transform.end('cut');
      return readerCancel(reader, reason);
    },
  };
  try {
    return wrap(
      new NativeReadableStream(fromNetwork, {
        __proto__: null,
        highWaterMark: 0,
      } as QueuingStrategy) as ReadableStream<Uint8Array>,
    );
  } catch (error) {
    over = true;
    // The page gets the native body, unread.
    releaseLock(reader);
    throw error;
  }
}
