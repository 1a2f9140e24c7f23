/** Upstream servers for the gateway. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { readGatewayOptions } from '../../src/tools/cli/gateway/options.ts';
import { startGateway, type RunningGateway } from '../../src/gateway/node/start.ts';
import type { GatewaySettings } from '../../src/gateway/settings.ts';
import { freePort } from '../../src/tools/demo/servers/server-process.ts';

/** A request as the upstream server received it. */
export interface Came {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Behind {
  /** Such as `http://127.0.0.1:41234`. */
  readonly origin: string;
  readonly server: Server;
  /** All requests, in order, but those by which a gateway finds out what this server is. */
  readonly came: Came[];
  /** How many answers were abandoned before they were complete. */
  left(): number;
  close(): Promise<void>;
}

/** Returns whether a gateway asks this on its own account, before the first request to a server. */
function isLook(path: string): boolean {
  return path.endsWith('/v1/health');
}

/** @param answer called with each request, whose body was read */
export async function startBehind(
  answer: (came: Came, response: ServerResponse) => unknown,
): Promise<Behind> {
  const came: Came[] = [];
  let left = 0;

  async function read(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => (left += response.writableFinished ? 0 : 1));
    const body = await buffer(request);
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body };
    if (!isLook(path)) came.push(one);
    await answer(one, response);
  }

  const server = createServer(
    (request, response) => void read(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    came,
    left: () => left,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The settings of a gateway in front of a server. @param args more options of the command */
export async function settingsTo(
  upstream: string,
  ...args: readonly string[]
): Promise<GatewaySettings> {
  const listen = `127.0.0.1:${await freePort()}`;
  return readGatewayOptions(['--upstream', upstream, '--listen', listen, ...args])!;
}

/** Starts the real gateway in front of a server. @param args more options of the command */
export async function gatewayTo(
  upstream: string,
  ...args: readonly string[]
): Promise<RunningGateway> {
  // What several tests cause would be mixed with what vitest prints.
  return startGateway(await settingsTo(upstream, '--log', 'off', ...args));
}
