import type { BodyTransform } from './body-transform.ts';
import {
  after, byobRequest, byobRespond, closeStream, enqueue, errorStream, getReader, inNextTask, NativePromise, NativeReadableStream,
  readerCancel, readerClosed, readerRead, startTimer, stopTimer,
} from './natives.ts';

/** Silence after which text that waits only for a line feed is let go, in ms. */
const IDLE_AFTER = 1000;

/**
 * Reads a native body through a transform. Like the native one the result is a byte stream, pulls only what the page
 * reads, hands cancellation on, and fails with the very error of the source, after the bytes that came before it.
 * @param onFailure told of the source's error before the page is
 */
export function transformStream(
  source: ReadableStream<Uint8Array>,
  transform: BodyTransform,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = getReader(source);
  let over = false;
  let cancelled = false;
  /** The source failed while bytes were still to be handed out; the next pull fails. */
  let failed = false;
  let failure: unknown;
  let pulling = false;
  let timer = 0;

  function pull(controller: ReadableByteStreamController): Promise<void> | void {
    if (failed) return errorStream(controller, failure);
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
        fail(controller, error);
        resolve();
      },
    );
    after(look, null, reject);
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
    if (!bytes || bytes.length === 0) return false;
    enqueue(controller, bytes);
    return true;
  }

  function fail(controller: ReadableByteStreamController, error: unknown): void {
    if (over) return;
    over = true;
    onFailure(error);
    const rest = transform.end('cut');
    if (rest.length === 0) return errorStream(controller, error);
    enqueue(controller, rest);
    failed = true;
    failure = error;
  }

  return new NativeReadableStream(
    {
      type: 'bytes',
      start(controller) {
        // A native body fails at once, also while nobody reads.
        after(readerClosed(reader) as Promise<unknown>, null, (error) => {
          if (!pulling) fail(controller, error);
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
    },
    { highWaterMark: 0 },
  ) as ReadableStream<Uint8Array>;
}
