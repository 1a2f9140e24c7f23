import { matches } from '../realm/natives.ts';

/** Of engine.io, which carries socket.io: its version is in the address of every transport. */
const ENGINE_IO = /[?&]EIO=\d/;

/** @returns whether a WebSocket or a request of this address carries a socket.io socket, in any version */
export function isSocketAddress(url: string): boolean {
  return matches(ENGINE_IO, url);
}
