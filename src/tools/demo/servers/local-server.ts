import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  /** Such as `http://127.0.0.1:41234`, without a trailing slash. */
  readonly origin: string;
  /** Breaks all connections and stops listening. */
  close(): Promise<void>;
}

/**
 * Starts listening on this machine only.
 * @param port 0 selects a free one
 * @throws what `listen` throws, for instance if the port is taken
 */
export async function listenHere(server: Server, port = 0): Promise<LocalServer> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}
