import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Milliseconds for what may be on its way as a server stops: connections, and the first requests
 * over them.
 */
const ON_ITS_WAY = 1000;
/** Milliseconds of a turn of the loop in which nothing else was done. */
const IDLE_TURN = 0.5;

/**
 * Follows the connections of a server, so that it can stop without losing a request: a balancer
 * takes a connection that was made, and then reset, for a request that may have been processed, and
 * gives up.
 */
export function createStopping(server: Server) {
  const sockets = new Set<Socket>();
  /**
   * Those of WebSockets, which have no end that could be awaited, and are no longer the server's
   * own.
   */
  const upgraded = new Set<Duplex>();
  /**
   * Clients that have asked nothing yet. By their addresses: a connection over TLS has two sockets.
   */
  const silent = new Map<string, Socket>();
  let accepted = 0;
  server.on('connection', (socket) => {
    const client = nameOf(socket);
    accepted += 1;
    sockets.add(socket);
    silent.set(client, socket);
    socket.on('close', () => {
      sockets.delete(socket);
      silent.delete(client);
    });
  });
  server.on('upgrade', (_, socket) => {
    upgraded.add(socket.on('close', () => upgraded.delete(socket)));
  });

  /**
   * Node accepts one connection in each turn of its loop, and the system resets those that wait as
   * it stops listening.
   */
  async function acceptWaiting(): Promise<void> {
    const begun = performance.now();
    await nextTurn();
    for (;;) {
      const [before, since] = [accepted, performance.now()];
      await nextTurn();
      const now = performance.now();
      const took = now - since;
      // Of a busy server no turn is idle, and of one that is asked again and again each brings a
      // connection.
      if (accepted === before && (took < IDLE_TURN || since - begun > ON_ITS_WAY)) return;
      if (since - begun > 5 * ON_ITS_WAY) return;
    }
  }

  return {
    /** A request has come. */
    asked: (socket: Socket): void => void silent.delete(nameOf(socket)),
    /** @param within milliseconds after which all connections are cut */
    async close(within: number): Promise<void> {
      const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), within);
      upgraded.forEach((socket) => socket.destroy());
      await acceptWaiting();
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      // To Node they are not idle.
      setTimeout(() => silent.forEach((socket) => socket.destroy()), ON_ITS_WAY).unref();
      await closed;
      clearTimeout(timer);
    },
  };
}

function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
