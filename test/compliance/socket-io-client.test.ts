import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { lookAtBoth } from '../support/compliance/observe.ts';
import { serveSocketIo, type SocketIoServer } from '../support/compliance/socket-io-server.ts';

/** The second goes on over a WebSocket once it has one. */
const TRANSPORTS = [['polling'], ['polling', 'websocket']] as const;
const CASES = BROWSERS.flatMap((kind) =>
  TRANSPORTS.map((transports) => ({ kind, transports, way: transports.join(' and ') })),
);

/** The part of socket.io's client that the page uses. */
interface Client {
  readonly io: {
    readonly engine: Emitter & { readonly transport: { readonly name: string } };
  } & Emitter;
  on(name: string, work: (...args: never[]) => void): void;
  once(name: string, work: (...args: never[]) => void): void;
  emit(name: string, ...args: unknown[]): void;
  emitWithAck(name: string, ...args: unknown[]): Promise<unknown>;
  close(): void;
}

interface Emitter {
  once(name: string, work: (...args: never[]) => void): void;
}

let server: SocketIoServer;

beforeAll(async () => {
  server = await serveSocketIo();
});
afterAll(() => server.close());

/** Runs in the page: everything that socket.io is used for. @returns what the page saw, in order */
async function converse(
  origin: string,
  path: string,
  transports: readonly string[],
): Promise<string> {
  const { io } = window as unknown as { io(url: string, options: object): Client };
  const options = { path, transports, reconnectionDelay: 20, randomizationFactor: 0 };
  const log: unknown[] = [];

  /** Describes binary values by kind and content. */
  function plain(value: unknown): unknown {
    if (value instanceof ArrayBuffer)
      return value.byteLength > 100
        ? `ArrayBuffer of ${value.byteLength}`
        : { bytes: [...new Uint8Array(value)] };
    if (ArrayBuffer.isView(value)) return `a view: ${Object.prototype.toString.call(value)}`;
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
    return typeof value === 'string' && value.length > 1000
      ? `${value.length} of ${[...new Set(value)].join('')}`
      : value;
  }
  function note(...what: unknown[]): void {
    log.push(plain(what));
  }

  const socket = io(origin, options);
  for (const name of ['n', 'large']) socket.on(name, (...args: unknown[]) => note(name, ...args));
  socket.on('ask', ((value: { n: number }, ack: (answer: string) => void) => {
    note('asked', value);
    ack(`answer ${value.n}`);
  }) as never);
  // Emitted before there is a connection, so it waits for one.
  note(
    'echo',
    await socket.emitWithAck('echo', 'text é 😀 \u2028 \u0000 "\\', 1.5, null, {
      a: [1, { b: 'a\n`⏰ list`\n\nb' }],
    }),
  );
  if (transports.length > 1 && socket.io.engine.transport.name === 'polling') {
    await new Promise<void>((resolve) => socket.io.engine.once('upgrade', resolve));
  }
  note('transport', socket.io.engine.transport.name);
  note('answers', await socket.emitWithAck('ask-me', 12));
  note(
    'binary',
    await socket.emitWithAck('echo', new Uint8Array([0, 1, 255]).buffer, {
      deep: [new Uint8Array([7, 8]), 'x', { message_id: 'm' }],
    }),
  );
  note(await socket.emitWithAck('burst', 120));
  note(await socket.emitWithAck('large', 1_500_000));
  note('back', await socket.emitWithAck('echo', '`'.repeat(1_500_000), new Uint8Array(1_500_000)));

  const gone = new Promise((resolve) => socket.once('disconnect', resolve as never));
  const again = new Promise((resolve) => socket.io.once('reconnect', resolve as never));
  socket.emit('drop');
  note('gone', await gone);
  const buffered = socket.emitWithAck('echo', 'said while there was no connection');
  note('attempts', await again);
  note('buffered', await buffered);
  note('burst again', await socket.emitWithAck('burst', 6));

  const other = io(`${origin}/other`, options);
  note('namespace', await other.emitWithAck('echo', 'a\n`⏰ list`\n\nb', new Uint8Array([1])));
  other.close();
  socket.close();
  return JSON.stringify(log);
}

async function conversation(page: Page, transports: readonly string[]): Promise<unknown[]> {
  await page.addScriptTag({ url: server.script });
  return JSON.parse(
    await page.evaluate(converse, server.origin, server.path, transports),
  ) as unknown[];
}

test.each(CASES)(
  'in $kind over $way socket.io sees the same with the hook and without: acks, attachments, order, large frames, reconnection',
  async ({ kind, transports }) => {
    const { hooked, plain } = await lookAtBoth(kind, (page) => conversation(page, transports));

    expect(hooked, 'with the hook (received) and without (expected)').toEqual(plain);
    expect(hooked).toContainEqual(['transport', transports.at(-1)]);
    expect(hooked).toContainEqual(['answers', Array.from({ length: 12 }, (_, n) => `answer ${n}`)]);
    expect(hooked).toContainEqual(['large', '1500000 of é', 'ArrayBuffer of 1500000']);
    expect(hooked).toContainEqual(['gone', 'transport close']);
    expect(hooked.filter((entry) => (entry as unknown[])[0] === 'n')).toHaveLength(126);
  },
);
