import { matches } from '../realm/natives.ts';

/** engine.io, which carries socket.io, puts its version into the URL of every transport. */
const ENGINE_IO = /[?&]EIO=\d/;

/**
 * @returns whether a WebSocket or a request with this URL carries a socket.io socket, in any
 * version
 */
export function isSocketAddress(url: string): boolean {
  return matches(ENGINE_IO, url);
}
