import type { BodyNormalizer } from '../normalizer/bodies/body-normalizer.ts';

/** Silence after which text that waits only for a line feed is let go, in ms. */
const IDLE_AFTER = 1000;

/**
 * Reads a body through its normalizer. The result pulls only what is read from it, hands cancellation on, and fails with
 * the very error of the source, after what was held until then.
 * @param source unread and unlocked; locked from now on
 * @param readSize bytes to ask for at a time, of a source that is a byte stream; nothing for as they come
 */
export function bodyStream(
  source: ReadableStream<Uint8Array>,
  normalizer: BodyNormalizer,
  readSize?: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = readerOf(source, readSize);
  let failure: { readonly error: unknown } | null = null;

  async function pull(controller: ReadableByteStreamController): Promise<void> {
    if (failure) {
      // Later than what was handed out: workerd drops the queue of a stream that fails in the same turn.
      await new Promise((done) => setTimeout(done));
      throw failure.error;
    }
    for (let handed = false; !handed;) {
      const read = await readOn(controller);
      if (!read) return;
      if (read.done) return close(controller, normalizer.end());
      for (const part of normalizer.push(read.value)) handed = hand(controller, part) || handed;
    }
  }

  /** @returns null where the source has failed and there was something to hand out before anybody hears of it */
  async function readOn(
    controller: ReadableByteStreamController,
  ): Promise<ReadableStreamReadResult<Uint8Array> | null> {
    const stop = letGoWhenIdle(normalizer, (bytes) => void hand(controller, bytes));
    try {
      return await reader.read();
    } catch (error) {
      failure = { error };
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
        normalizer.end('cut');
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** What is read of a source, however it is asked for. */
interface Reader {
  read(): Promise<ReadableStreamReadResult<Uint8Array>>;
  cancel(reason: unknown): Promise<void>;
}

function readerOf(source: ReadableStream<Uint8Array>, size: number | undefined): Reader {
  if (size === undefined) return source.getReader();
  const reader = source.getReader({ mode: 'byob' });
  return {
    async read() {
      const { done, value } = await reader.read(new Uint8Array(size));
      return done ? { done, value: undefined } : { done, value };
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

/** @returns whether there was anything to hand out: a byte stream takes no empty chunks */
function hand(controller: ReadableByteStreamController, bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  controller.enqueue(bytes as Uint8Array<ArrayBuffer>);
  return true;
}

function close(controller: ReadableByteStreamController, rest: Uint8Array): void {
  hand(controller, rest);
  controller.close();
  // Without this a pending read into a buffer of the reader's own never settles.
  controller.byobRequest?.respond(0);
}

/** The same as a transform, for whoever pipes: a source that fails takes with it what was held. */
export function bodyTransform(normalizer: BodyNormalizer): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  type Out = TransformStreamDefaultController<Uint8Array<ArrayBuffer>>;
  let stop = (): void => {};

  function enqueue(controller: Out, bytes: Uint8Array): void {
    if (bytes.length > 0) controller.enqueue(bytes as Uint8Array<ArrayBuffer>);
  }

  return new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      stop();
      for (const part of normalizer.push(chunk)) enqueue(controller, part);
      stop = letGoWhenIdle(normalizer, (bytes) => enqueue(controller, bytes));
    },
    flush(controller) {
      stop();
      enqueue(controller, normalizer.end());
    },
    cancel() {
      stop();
      normalizer.end('cut');
    },
  } as Transformer<Uint8Array, Uint8Array<ArrayBuffer>>);
}

/** @returns what calls it off */
function letGoWhenIdle(normalizer: BodyNormalizer, out: (bytes: Uint8Array) => void): () => void {
  if (!normalizer.waits()) return () => {};
  const timer = setTimeout(() => out(normalizer.idle()), IDLE_AFTER);
  return () => clearTimeout(timer);
}
