import type { DataReader, Traffic } from './traffic.ts';
import {
  addListener,
  matches,
  NativeWeakMap,
  NativeWebSocket,
  socketUrl,
  tagOf,
  weakGet,
  weakSet,
} from '../realm/natives.ts';
import { attempt, overlayMethod, type Restore } from '../realm/overlay.ts';

/** What is to be done when a socket is over. */
const ends: WeakMap<object, () => void> = new NativeWeakMap();

/** @returns what reads the text frames of a page's WebSocket, with a state of its own; null for one that is none of ours */
export function openSocket(socket: WebSocket, traffic: Traffic): DataReader | null {
  const url = socketUrl(socket);
  const transform = traffic.socketOf(url);
  if (!transform) return null;
  /** One that is to take over from polling may fail, and polling goes on. */
  let carries = !matches(/[?&]sid=/, url);
  const end = (): void => {
    if (carries) transform.lost();
    carries = false;
  };
  weakSet(ends, socket, end);
  addListener(socket, 'close', () => attempt(end, undefined));
  return {
    readsOff: true,
    concerns(frame) {
      if (!isEventPacket(frame)) {
        transform.heard(frame);
        return false;
      }
      carries = true;
      return true;
    },
    read: transform.receive,
  };
}

/** Lays the overlay over `close`: the answer of a server that is gone would be waited for. */
export function overlaySocketClose(): Restore | null {
  return overlayMethod(NativeWebSocket.prototype, 'close', (native, self, args) => {
    const result = native(args);
    weakGet(ends, self as object)?.();
    return result;
  });
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
