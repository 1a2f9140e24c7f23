import { concat, NO_BYTES, view } from '../lib/bytes.ts';
import {
  asChunk,
  bodyReader,
  LAST_CHUNK,
  readAnswerHead,
  writeRequestHead,
  type AnswerHead,
  type BodyReader,
  type RequestHead,
} from './http-text.ts';

/** Opens connections to one server: a binding of workerd, or `cloudflare:sockets`. */
export interface Connector {
  connect(address: string): Socket;
}

interface Socket {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export interface OwnRequest extends Omit<RequestHead, 'length'> {
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null;
  /** Length in bytes of a body that is a stream; null if unknown. */
  readonly length: number | null;
}

/** Bytes read at a time. */
const READ_SIZE = 16_384;

/** Interim answers (`100 Continue`, `103 Early Hints`) before the final one. */
const MAX_INTERIM = 100;

/** Time for the start of an answer to reach the client before the answer fails, in ms. */
const LINGER = 100;

/**
 * Sends a request over a connection of its own. A server may close a connection that it kept alive
 * just as the next request is sent, and nobody can then say whether that request was processed.
 * @throws if there is no answer
 */
export async function askAlone(connector: Connector, request: OwnRequest): Promise<Response> {
  const { target, method } = request;
  const socket = connector.connect(`${target.hostname}:${target.port || (target.protocol === 'https:' ? 443 : 80)}`);
  socket.closed.catch(() => {}); // Reading fails as well, with the error.
  const close = (): void => void socket.close().catch(() => {});
  const reader = socket.readable.getReader({ mode: 'byob' });
  try {
    // The server may answer before it has read everything. If it does not answer, reading fails.
    void send(socket.writable, request, close).catch(() => {});
    const { head, rest } = await readHead(reader);
    const form = bodyReader(method, head);
    if (!form) close();
    return answerOf(head, form && bodyOf(reader, rest, form, close), form?.length ?? null);
  } catch (error) {
    close();
    throw error;
  }
}

/** @param close called if the body breaks off, so that the server does not take the first part for the whole */
async function send(
  writable: WritableStream<Uint8Array>,
  { body, length, ...head }: OwnRequest,
  close: () => void,
): Promise<void> {
  const writer = writable.getWriter();
  if (!(body instanceof ReadableStream)) {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    return writer.write(concat([writeRequestHead({ ...head, length: bytes?.length ?? null }), bytes ?? NO_BYTES]));
  }
  await writer.write(writeRequestHead({ ...head, length: length ?? 'chunked' }));
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      close();
      throw error;
    });
    if (done) break;
    if (value.length > 0) await writer.write(length === null ? asChunk(value) : value);
  }
  if (length === null) await writer.write(LAST_CHUNK);
}

type Reader = ReadableStreamBYOBReader;

/** @returns the head of the answer, after any interim ones, and the bytes after it */
async function readHead(reader: Reader): Promise<{ readonly head: AnswerHead; readonly rest: Uint8Array }> {
  /** Its first `length` bytes have arrived; in the first `searched` of them no head ends. */
  let buffer = NO_BYTES;
  let length = 0;
  let searched = 0;
  for (let interim = 0; interim < MAX_INTERIM;) {
    const read = readAnswerHead(view(buffer, 0, length), searched);
    if (read && (read.head.status >= 200 || read.head.status === 101)) return read;
    searched = read ? 0 : length;
    if (read) {
      buffer = read.rest;
      length = buffer.length;
      interim++;
      continue;
    }
    const { done, value } = await reader.read(new Uint8Array(READ_SIZE));
    if (done) throw new Error('The server closed the connection without an answer.');
    if (length + value.length > buffer.length) {
      const longer = new Uint8Array(2 * (length + value.length));
      longer.set(view(buffer, 0, length));
      buffer = longer;
    }
    buffer.set(value, length);
    length += value.length;
  }
  throw new Error('The server sends nothing but interim answers.');
}

function bodyOf(reader: Reader, first: Uint8Array, form: BodyReader, close: () => void): ReadableStream<Uint8Array> {
  let came: Uint8Array | null = first;

  async function read(): Promise<Uint8Array | null> {
    const { done, value } = came ? { done: false, value: came } : await reader.read(new Uint8Array(READ_SIZE));
    came = null;
    return done ? null : value!;
  }

  async function pull(controller: ReadableByteStreamController): Promise<void> {
    for (let isHanded = false; !isHanded;) {
      const bytes = await read();
      if (!bytes && !form.isWhole(true)) return fail();
      const part = bytes ? form.push(bytes) : NO_BYTES;
      isHanded = part.length > 0;
      if (isHanded) controller.enqueue(part as Uint8Array<ArrayBuffer>);
      if (form.isWhole(!bytes)) return end(controller);
    }
  }

  async function fail(): Promise<never> {
    // When an answer fails, workerd drops everything it has not written yet, even the head.
    await new Promise((done) => setTimeout(done, LINGER));
    // workerd logs all other errors, with a stack.
    throw Object.assign(new Error('The server broke off.'), { retryable: true });
  }

  function end(controller: ReadableByteStreamController): void {
    close();
    controller.close();
    // Without this a pending read into a buffer of the reader's own never settles.
    controller.byobRequest?.respond(0);
  }

  return new ReadableStream({ type: 'bytes', pull, cancel: close }, { highWaterMark: 0 });
}

/** workerd's own: a stream whose length the client gets as `content-length`. */
declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>;

function answerOf(
  { status, statusText, headers }: AnswerHead,
  body: ReadableStream<Uint8Array> | null,
  length: number | null,
): Response {
  const init = { status, statusText, headers: headers as [string, string][], encodeBody: 'manual' };
  return new Response(body && length !== null ? body.pipeThrough(new FixedLengthStream(length)) : body, init);
}
