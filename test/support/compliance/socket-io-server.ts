import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { until } from '../../../src/tools/browsers/until.ts';
import { listenForSockets } from '../listen.ts';

/** A genuine socket.io server. */
export interface SocketIoServer {
  readonly origin: string;
  readonly path: string;
  /** URL of its own client, as a script. */
  readonly script: string;
  /** The events sent to a page that says "reply", one after another; some need an ack. */
  events: readonly SentEvent[];
  /** Acks received for `events`, in the order of the events. */
  readonly acks: readonly unknown[];
  close(): Promise<void>;
}

/** One event; `ack`: the page must acknowledge it before the next one is sent. */
export interface SentEvent {
  readonly name: string;
  readonly value: unknown;
  readonly ack: boolean;
}

type Ack = (...values: unknown[]) => void;

/** As in Open WebUI's server. */
const PATH = '/ws/socket.io';
/** Largest frame that is accepted, in bytes. */
const MAX_FRAME = 32 * 1024 * 1024;
/** Longest wait for a page, in ms. */
const PATIENCE = 10_000;

/**
 * Starts a server on a free port that answers the pages of these tests.
 * @param upgrade when a page that begins with polling gets its WebSocket: at once, or in the middle
 * of a "reply"
 */
export async function serveSocketIo(
  upgrade: 'at once' | 'halfway' = 'at once',
): Promise<SocketIoServer> {
  const http = createServer();
  const held: (() => void)[] = [];
  const io = new Server(http, { path: PATH, cors: { origin: true }, maxHttpBufferSize: MAX_FRAME });
  if (upgrade === 'halfway') holdUpgrades(http, held);
  const acks: unknown[] = [];

  async function upgradeNow(socket: Socket): Promise<void> {
    const upgraded = once(socket.conn, 'upgrade');
    const allow = await until(() => held.shift(), 'the page to ask for its WebSocket', PATIENCE);
    allow();
    await upgraded;
  }

  function answer(socket: Socket): void {
    socket.on('echo', (...args: unknown[]) => (args.pop() as Ack)(...args));
    socket.on('ask-me', async (count: number, ack: Ack) => {
      const answers = Array.from({ length: count }, (_, n) =>
        socket.timeout(PATIENCE).emitWithAck('ask', { n }),
      );
      ack(await Promise.all(answers));
    });
    socket.on('burst', (count: number, ack: Ack) => {
      for (let n = 0; n < count; n++)
        socket.emit(
          'n',
          n,
          n % 3 === 0 ? Buffer.from([n % 256, 0, 255]) : n % 3 === 1 ? { n: [n] } : `text ${n}`,
        );
      ack('sent');
    });
    socket.on('large', (size: number, ack: Ack) => {
      socket.emit('large', 'é'.repeat(size), Buffer.alloc(size, 7));
      ack('sent');
    });
    socket.on('drop', () => socket.conn.close());
    socket.on('reply', (upgrades: boolean, ack: Ack) => {
      reply(socket, upgrades).then(
        () => ack('over'),
        (error: unknown) => ack(String(error)),
      );
    });
  }

  async function reply(socket: Socket, upgrades: boolean): Promise<void> {
    acks.length = 0;
    const middle = server.events[Math.floor(server.events.length / 2)];
    for (const event of server.events) {
      if (upgrades && event === middle) await upgradeNow(socket);
      const { name, value, ack } = event;
      if (ack) acks.push(await socket.timeout(PATIENCE).emitWithAck(name, value));
      else socket.emit(name, value);
    }
  }

  io.on('connection', answer);
  io.of('/other').on('connection', answer);

  const { port, close } = await listenForSockets(http, io);
  const origin = `http://sockets.localhost:${port}`;
  const server: SocketIoServer = {
    origin,
    path: PATH,
    script: `${origin}${PATH}/socket.io.js`,
    events: [],
    acks,
    close,
  };
  return server;
}

/** Adds to `held` a function that continues each WebSocket of a page that began with polling. */
function holdUpgrades(http: HttpServer, held: (() => void)[]): void {
  const handlers = http.listeners('upgrade');
  http.removeAllListeners('upgrade');
  http.on('upgrade', (request, ...rest) => {
    const goOn = (): void => handlers.forEach((handler) => handler.call(http, request, ...rest));
    if (request.url?.includes('sid=')) held.push(goOn);
    else goOn();
  });
}
