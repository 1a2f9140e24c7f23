import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server as SocketIoServer } from 'socket.io';

/** Starts a server on a free port of this machine. `close` breaks its connections. */
export async function listen(server: Server): Promise<{ readonly port: number; close(): void }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * The same for a server with socket.io, whose own `close` waits for connections that a browser has
 * opened in advance, and may never use: they are broken first.
 */
export async function listenForSockets(
  server: Server,
  sockets: SocketIoServer,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const { port, close } = await listen(server);
  return {
    port,
    close() {
      close();
      return sockets.close();
    },
  };
}
