import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { lookAt } from '../known-servers.ts';
import { createMemory, targetOf } from '../policy.ts';
import type { GatewaySettings, Upstream } from '../settings.ts';
import { createGateway } from './gateway.ts';
import { createPictures } from './pictures.ts';
import { createStopping } from './stopping.ts';
import { asking, CONNECTS_WITHIN, MAX_HEAD } from './upstream.ts';

/** Milliseconds within which a client must have sent the head of a request. */
const HEAD_WITHIN = 20_000;
/** Milliseconds without a byte after which a body that is not complete is given up. */
const SILENT_FOR = 300_000;

/** Where to listen: host and port. */
const ADDRESS = /^(.+):(\d+)$/;

export type RunningGateway = Awaited<ReturnType<typeof startGateway>>;

export interface StartOptions {
  /** As `HEAD_WITHIN`. */
  readonly headWithin?: number;
  /** As `SILENT_FOR`. */
  readonly silentFor?: number;
  /** Called with each line of the log; without it, they go to the standard output. */
  readonly write?: (line: string) => void;
}

/** Drops a connection over which a part of a body came and nothing more: it would stay for ever. */
function dropIfSilent(request: IncomingMessage, silentFor: number): void {
  let read = -1;
  const timer = setInterval(() => {
    // While the server takes nothing, nothing more is read.
    const isWaiting = request.readableLength > 0;
    if (!request.complete && !isWaiting && request.socket.bytesRead === read)
      request.socket.destroy();
    read = request.socket.bytesRead;
  }, silentFor).unref();
  request.once('close', () => clearInterval(timer));
}

/**
 * Lets the answers of each connection wait for one another: hundreds of requests may come at once,
 * to be answered in order.
 * @returns waits until the answer before is over
 */
function createTurns() {
  const before = new WeakMap<Socket, Promise<void>>();
  return ({ socket }: IncomingMessage, response: ServerResponse): Promise<void> | undefined => {
    const turn = before.get(socket);
    before.set(socket, new Promise((done) => response.once('close', done)));
    return turn;
  };
}

/** @throws if something listens there already */
async function listen(server: Server, settings: GatewaySettings): Promise<void> {
  const [, host = '', port = ''] = ADDRESS.exec(settings.listen) ?? [];
  // The types of Node 20 lack `reusePort`:
  // https://nodejs.org/api/net.html#serverlistenoptions-callback
  const address = {
    port: Number(port),
    host: host.replace(/^\[|\]$/g, ''),
    reusePort: settings.sharesPort,
  };
  await new Promise<void>((done, fail) => {
    server.once('error', fail).listen(address, done);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`${settings.listen} is already in use; choose another port with --listen`);
  });
}

/** @throws if something listens there already */
export async function startGateway(
  settings: GatewaySettings,
  {
    headWithin = HEAD_WITHIN,
    silentFor = SILENT_FOR,
    write = (line) => void process.stdout.write(line),
  }: StartOptions = {},
) {
  const memory = createMemory();
  const pictures = createPictures();
  let gateway = createGateway(settings, memory, pictures, write);
  let { upstreams } = settings;
  // Uploads and replies take as long as they take. Java's client asks each server for HTTP/2, which
  // need not answer.
  const options = {
    maxHeaderSize: MAX_HEAD,
    requestTimeout: 0,
    requireHostHeader: false,
    // Node takes 0 from the line before, and half-sent heads would stay for ever.
    headersTimeout: headWithin,
    connectionsCheckingInterval: headWithin / 4,
    shouldUpgradeCallback: ({ headers }: { headers: { upgrade?: string } }) =>
      /^websocket$/i.test(headers.upgrade ?? ''),
  };
  let isClosing = false;
  const turn = createTurns();
  const answer: RequestListener = async (request, response) => {
    stopping.asked(request.socket);
    dropIfSilent(request, silentFor);
    await turn(request, response);
    if (request.socket.destroyed) return;
    // Whoever asks again and again over one connection would keep it, and with it the server.
    response.shouldKeepAlive &&= !isClosing;
    response.once('finish', () => isClosing && request.socket.end());
    gateway.answer(request, response);
  };
  const { tls } = settings;
  const secure = tls ? createSecureServer({ ...options, ...tls }, answer) : null;
  const server = (secure ?? createServer(options, answer)).on('upgrade', (request, socket, head) =>
    gateway.upgrade(request, socket, head),
  );
  const stopping = createStopping(server);
  await listen(server, settings);
  const { port } = server.address() as AddressInfo;
  const [, host = ''] = ADDRESS.exec(settings.listen) ?? [];
  const origin = `http${tls ? 's' : ''}://${/^(?:0\.0\.0\.0|\[::\])$/.test(host) ? '127.0.0.1' : host}:${port}`;
  const addressOf = ({ path }: Upstream): string => `${origin}${path}/v1`;
  return {
    /** Such as `http://127.0.0.1:8788`. */
    origin,
    servers: settings.upstreams.map((upstream) => ({
      /** What to call in place of the server. */
      address: addressOf(upstream),
      /** Where that goes. */
      target: targetOf(upstream, new URL(addressOf(upstream))).href,
    })),
    /**
     * Asks each server what it is. A Hermes says so: its lines that look like markers need no
     * further evidence from then on, so that a gateway that has just started and one that runs for
     * days treat a chat alike.
     * @returns for a person why servers cannot be reached
     */
    async look(): Promise<readonly string[]> {
      const found = await Promise.all(
        upstreams.map((upstream) =>
          lookAt({ upstream, known: memory.of(upstream) }, asking(upstream), CONNECTS_WITHIN),
        ),
      );
      return found.filter((why) => why !== null);
    },
    /**
     * Takes other settings. Replies in progress go on under those with which they began.
     * @throws if they need another address, which only a restart can listen on; then nothing
     * changes
     */
    reload(next: GatewaySettings): void {
      const { listen, sharesPort } = settings;
      if (
        next.listen !== listen ||
        next.sharesPort !== sharesPort ||
        (next.tls === null) !== (tls === null)
      )
        throw new Error(
          '--listen, --reuse-port, and whether it listens over TLS, change with a restart only',
        );
      if (next.tls) secure?.setSecureContext(next.tls);
      gateway = createGateway(next, memory, pictures, write);
      ({ upstreams } = next);
    },
    /** Takes no more requests. @param within milliseconds that replies in progress get to finish */
    close(within = 1000): Promise<void> {
      isClosing = true;
      return stopping.close(within);
    },
  };
}
