import type { SocketTransform, Traffic } from './body-transform.ts';
import { NativeWeakMap, NativeWebSocket, socketUrl, tagOf, weakGet, weakSet } from './natives.ts';
import { overlayMethod, type Restore } from './overlay.ts';

/** @returns what reads the text frames of a page's WebSockets, each socket with a state of its own */
export function readSocket(traffic: Traffic): (socket: WebSocket, frame: string) => string {
  const transforms: WeakMap<object, { readonly transform: SocketTransform | null }> = new NativeWeakMap();
  return (socket, frame) => {
    let known = weakGet(transforms, socket);
    if (!known) {
      known = { transform: traffic.socketOf(socketUrl(socket)) };
      weakSet(transforms, socket, known);
    }
    return known.transform ? known.transform.receive(frame) : frame;
  };
}

/** Lays the overlay over `send`: a text frame leaves cleaned, in the same call; binary ones are not looked at. */
export function overlaySend(traffic: Traffic): Restore | null {
  return overlayMethod(NativeWebSocket.prototype, 'send', (native, self, args) => {
    const frame = args[0];
    if (typeof frame !== 'string' || !traffic.on() || tagOf(self) !== '[object WebSocket]') return native(args);
    const cleaned = traffic.cleanFrame(frame);
    return native(cleaned === frame ? args : [cleaned]);
  });
}
