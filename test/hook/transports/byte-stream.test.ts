import '../browser-shape.ts';
import { afterEach, expect, test, vi } from 'vitest';
import type { BodyTransform } from '../../../src/hook/transports/traffic.ts';
import { transformStream } from '../../../src/hook/transports/byte-stream.ts';
import type { BodyEnd } from '../../../src/normalizer/bodies/stream-normalizer.ts';

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

/** Holds everything from a `<` on until a `>`, the end, or a pause. */
function holding(log: string[] = []): BodyTransform {
  let held = '';
  function take(): Uint8Array {
    const rest = held;
    held = '';
    return encode(rest);
  }
  return {
    push(chunk) {
      const text = held + decode(chunk);
      const at = text.includes('>') ? -1 : text.indexOf('<');
      held = at === -1 ? '' : text.slice(at);
      return [encode(at === -1 ? text : text.slice(0, at))];
    },
    end() {
      log.push('end');
      return take();
    },
    idle: take,
    waits: () => held !== '',
    stopped() {},
  };
}

/** A byte stream that delivers these chunks, one per pull, and then does what `then` says. */
function source(chunks: readonly string[], then: 'close' | 'hang' | Error = 'close') {
  const seen = { pulls: 0, cancelled: null as unknown };
  let at = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      type: 'bytes',
      pull(controller) {
        seen.pulls += 1;
        const chunk = chunks[at];
        at += 1;
        if (chunk !== undefined) return controller.enqueue(encode(chunk));
        if (then === 'close') {
          controller.close();
          (controller as ReadableByteStreamController).byobRequest?.respond(0);
        } else if (then !== 'hang') controller.error(then);
        else return new Promise<void>(() => undefined);
        return undefined;
      },
      cancel(reason) {
        seen.cancelled = reason;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, seen };
}

const ignore = (): void => undefined;

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [['one', 'two'], 'onetwo'],
  [['a<b', 'c>d'], 'a<bc>d'],
  [['a<b'], 'a<b'],
  [['<', '<', '>'], '<<>'],
  [[], ''],
])('the chunks %j come out whole as %j', async (chunks, expected) => {
  expect(await new Response(transformStream(source(chunks).stream, holding(), ignore)).text()).toBe(
    expected,
  );
});

/** Chromium 121 crashes when such a chunk is cloned. */
test('no chunk begins behind the start of its buffer', async () => {
  const transform = {
    ...holding(),
    push: (chunk: Uint8Array) => [chunk.subarray(0, 1), chunk.slice().subarray(1)],
  };
  const reader = transformStream(source(['word']).stream, transform, ignore).getReader();

  const [first, rest] = [await reader.read(), await reader.read()];

  expect([first, rest].map(({ value }) => decode(value))).toEqual(['w', 'ord']);
  expect([first, rest].map(({ value }) => value?.byteOffset)).toEqual([0, 0]);
});

test('cancelling between the last chunk and the end fails nothing', async () => {
  const reader = transformStream(source(['one'], 'close').stream, holding(), ignore).getReader();
  await reader.read();
  const end = reader.read();
  for (let i = 0; i < 10; i++) await Promise.resolve();
  await reader.cancel();
  expect(await end).toEqual({ done: true, value: undefined });
  await new Promise((resolve) => setTimeout(resolve, 10));
});

test('nothing is read before the page reads, and no more than it reads', async () => {
  const { stream, seen } = source(['one', 'two', 'three']);
  const reader = transformStream(stream, holding(), ignore).getReader();
  await Promise.resolve();
  expect(seen.pulls).toBe(0);

  expect(decode((await reader.read()).value)).toBe('one');
  await new Promise((resolve) => setTimeout(resolve));

  expect(seen.pulls).toBe(1);
});

test('a chunk that is held entirely makes it read until there is something to deliver', async () => {
  const { stream, seen } = source(['<a', 'b', 'c>d']);
  const reader = transformStream(stream, holding(), ignore).getReader();

  expect(decode((await reader.read()).value)).toBe('<abc>d');

  expect(seen.pulls).toBe(3);
});

test('held text is released after a second of silence', async () => {
  vi.useFakeTimers();
  vi.resetModules();
  const fresh = await import('../../../src/hook/transports/byte-stream.ts');
  const { stream } = source(['a<b'], 'hang');
  const reader = fresh.transformStream(stream, holding(), ignore).getReader();
  expect(decode((await reader.read()).value)).toBe('a');
  let given = '';
  const next = reader.read().then(({ value }) => (given = decode(value)));

  await vi.advanceTimersByTimeAsync(900);
  expect(given).toBe('');
  await vi.advanceTimersByTimeAsync(200);
  await next;

  expect(given).toBe('<b');
});

/** A source that has delivered these bytes, if any, and fails on request. */
function failing(chunk: string) {
  let fail: (error: unknown) => void = ignore;
  const stream = new ReadableStream<Uint8Array>({
    type: 'bytes',
    start(controller) {
      if (chunk) controller.enqueue(encode(chunk));
      fail = (error) => controller.error(error);
    },
  });
  return { stream, fail: (error: unknown) => fail(error) };
}

/** @returns the outcome, once everything due has happened without any further reads */
async function soon(promise: Promise<unknown>): Promise<unknown> {
  const pending = new Promise((resolve) => setTimeout(() => resolve('pending'), 50));
  return Promise.race([promise.catch((error: unknown) => error), pending]);
}

test.each([
  ['an abort, as natively without bytes', new DOMException('stopped', 'AbortError'), null],
  ['a connection that breaks, with the held bytes', new TypeError('broken'), '<b'],
])(
  'a read that waits in the middle of a frame ends by %s, and `closed` settles at once',
  async (_, error, given) => {
    const { stream, fail } = failing('<b');
    const reader = transformStream(stream, holding(), ignore).getReader();
    const read = reader.read();
    await new Promise((resolve) => setTimeout(resolve));

    fail(error);

    expect(await soon(reader.closed)).toBe(error);
    if (given === null) expect(await soon(read)).toBe(error);
    else expect(decode((await read).value)).toBe(given);
  },
);

test('a source that fails while nobody reads fails the stream at once', async () => {
  const error = new Error('aborted');
  const { stream, fail } = failing('');
  const failures: unknown[] = [];
  const reader = transformStream(stream, holding(), (failure) =>
    failures.push(failure),
  ).getReader();

  fail(error);

  await expect(reader.closed).rejects.toBe(error);
  expect(failures).toEqual([error]);
});

test('cancelling reaches the source with its reason and ends the transform', async () => {
  const log: string[] = [];
  const { stream, seen } = source(['a<b'], 'hang');
  const reader = transformStream(stream, holding(log), ignore).getReader();
  await reader.read();
  const pending = reader.read();

  await reader.cancel('enough');

  expect(seen.cancelled).toBe('enough');
  expect(await pending).toEqual({ done: true, value: undefined });
  expect(log).toEqual(['end']);
});

test("a read into the page's own buffer settles at the end", async () => {
  const reader = transformStream(source(['ab<c']).stream, holding(), ignore).getReader({
    mode: 'byob',
  });
  let text = '';
  for (let i = 0; i < 10; i++) {
    const { done, value } = await reader.read(new Uint8Array(1));
    if (done) break;
    text += decode(value);
  }

  expect(text).toBe('ab<c');
  await expect(reader.closed).resolves.toBeUndefined();
});

test.each<[string, 'close' | 'hang' | Error, BodyEnd | undefined]>([
  ['ended', 'close', undefined],
  ['failed', new TypeError('broken'), 'cut'],
  ['was let go', 'hang', 'cut'],
])('the transform of a stream that %s learns whether it was cut', async (_name, then, cut) => {
  const failures: (BodyEnd | undefined)[] = [];
  const end = (given?: BodyEnd): Uint8Array => {
    failures.push(given);
    return encode('');
  };
  const reader = transformStream(
    source(['a'], then).stream,
    { ...holding(), end },
    () => undefined,
  ).getReader();

  expect(decode((await reader.read()).value)).toBe('a');
  if (then === 'hang') await reader.cancel();
  else await reader.read().catch(() => undefined);

  expect(failures).toEqual([cut]);
});
