import type { BodyNormalizer } from '../normalizer/bodies/body-normalizer.ts';

/** Milliseconds of silence after which text that waits only for a line feed is released. */
const IDLE_AFTER = 1000;

/** What a reader of a body may want besides. */
export interface BodyEvents {
  /** Called once all of it is read. @returns bytes that follow; none follow what has failed */
  readonly last?: (() => Promise<Uint8Array>) | null;
  /** Called when the source has failed, before the end of the normalizer. */
  readonly onFailure?: () => void;
}

/**
 * Reads a body through its normalizer. The result reads only as much as its consumer, passes
 * cancellation on, and fails with the same error as the source, after emitting the bytes held until
 * then.
 * @param source unread and unlocked; locked from now on
 */
export function bodyStream(
  source: ReadableStream<Uint8Array>,
  normalizer: BodyNormalizer,
  { last, onFailure }: BodyEvents = {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader();
  let failure: { readonly error: unknown } | null = null;
  let isLeft = false;

  /** @returns whether there was anything to emit: a byte stream takes no empty chunks */
  function hand(controller: ReadableByteStreamController, bytes: Uint8Array): boolean {
    if (bytes.length === 0) return false;
    // A byte stream takes what is enqueued from its owner, even Node's shared pool.
    controller.enqueue(new Uint8Array(bytes));
    return true;
  }

  async function pull(controller: ReadableByteStreamController): Promise<void> {
    if (failure) {
      // In a later turn than the last chunk: workerd drops the queue of a stream that fails in the
      // same turn.
      await new Promise((done) => setTimeout(done));
      throw failure.error;
    }
    for (let handed = false; !handed;) {
      const read = await readOn(controller);
      // Cancelling also ends a pending read.
      if (!read || isLeft) return;
      if (read.done) {
        hand(controller, normalizer.end());
        const more = last && (await last());
        if (isLeft) return;
        if (more) hand(controller, more);
        return close(controller);
      }
      for (const part of normalizer.push(read.value)) handed = hand(controller, part) || handed;
    }
  }

  /** @returns null if the source has failed and there is something to emit before the error */
  async function readOn(
    controller: ReadableByteStreamController,
  ): Promise<ReadableStreamReadResult<Uint8Array> | null> {
    const stop = letGoWhenIdle(normalizer, (bytes) => void hand(controller, bytes));
    try {
      return await reader.read();
    } catch (error) {
      failure = { error };
      if (isLeft) return null;
      onFailure?.();
      if (!hand(controller, normalizer.end('cut'))) throw error;
      return null;
    } finally {
      stop();
    }
  }

  return new ReadableStream(
    {
      type: 'bytes',
      pull,
      cancel(reason) {
        isLeft = true;
        normalizer.end('cut');
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function close(controller: ReadableByteStreamController): void {
  controller.close();
  // Without this a pending read into a buffer of the consumer's own never settles.
  controller.byobRequest?.respond(0);
}

/** The same as a transform, for pipes. */
export function bodyTransform(
  normalizer: BodyNormalizer,
): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  return { readable: bodyStream(readable, normalizer), writable };
}

/**
 * Releases the text that waits only for a line feed, after a second.
 * @returns a function that cancels it
 */
export function letGoWhenIdle(
  normalizer: BodyNormalizer,
  out: (bytes: Uint8Array) => void,
): () => void {
  if (!normalizer.waits()) return () => {};
  const timer = setTimeout(() => out(normalizer.idle()), IDLE_AFTER);
  return () => clearTimeout(timer);
}
