import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens on this machine only. */
export interface Listening {
  readonly port: number;
  /** Ends all connections too. */
  close(): void;
}

/** Lets a server listen on a free port. */
export async function listening(server: Server): Promise<Listening> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
