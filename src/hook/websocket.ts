import type { Traffic } from './body-transform.ts';
import type { DataReader } from './message-data.ts';
import { NativeWebSocket, socketUrl, tagOf } from './natives.ts';
import { overlayMethod, type Restore } from './overlay.ts';

/** @returns what reads the text frames of a page's WebSocket, with a state of its own; null for one that is none of ours */
export function openSocket(socket: WebSocket, traffic: Traffic): DataReader | null {
  const transform = traffic.socketOf(socketUrl(socket));
  return transform && { concerns: isEventPacket, read: transform.receive };
}

/** A socket.io event: pings, acks and binary packets are never changed. */
function isEventPacket(frame: string): boolean {
  return frame[0] === '4' && frame[1] === '2';
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
