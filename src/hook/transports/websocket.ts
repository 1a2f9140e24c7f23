import type { DataReader, Traffic } from './traffic.ts';
import { addListener, get, NativeWeakMap, tagOf, weakGet, weakSet } from '../realm/natives.ts';
import { attempt, overlayMethod, type Restore } from '../realm/overlay.ts';
import { isSocketAddress } from './socket-address.ts';

/** What to do when a socket closes. */
const ends: WeakMap<object, () => void> = new NativeWeakMap();

/**
 * @returns a reader with its own state for the text frames of a page's WebSocket; null for one that
 * is left alone
 */
export function createSocketReader(socket: WebSocket, traffic: Traffic): DataReader | null {
  const url = String(get(socket, 'url'));
  const transform = traffic.socketOf(url);
  if (!transform) return isSocketAddress(url) ? null : createJsonReader(socket, url, traffic);
  /**
   * A WebSocket meant to take over from polling may fail, and polling continues; then nothing is
   * lost.
   */
  let carries = !/[?&]sid=/.test(url);
  const end = (): void => {
    if (carries) transform.lost();
    carries = false;
  };
  weakSet(ends, socket, end);
  addListener(socket, 'close', () => attempt(end, undefined));
  return (frame) => {
    if (!isEventPacket(frame)) {
      transform.heard(frame);
      return frame;
    }
    carries = true;
    return transform.receive(frame);
  };
}

/** Reads frames of JSON, whatever they are about. */
function createJsonReader(socket: WebSocket, url: string, traffic: Traffic): DataReader {
  const events = traffic.openEvents(url);
  const end = (): void => events.end();
  weakSet(ends, socket, end);
  addListener(socket, 'close', () => attempt(end, undefined));
  return (frame) => {
    if (traffic.on())
      return frame[0] === '{' || frame[0] === '[' ? events.receive(null, frame) : frame;
    end();
    return frame;
  };
}

/** A socket.io event. Pings, acks and binary packets are never changed. */
function isEventPacket(frame: string): boolean {
  return frame[0] === '4' && frame[1] === '2';
}

/**
 * Installs the overlays over `send`, where a text frame is cleaned in the same call, and over
 * `close`, because a server that is gone would never confirm it.
 */
export function overlaySocket(
  prototype: object | null | undefined,
  traffic: Traffic,
): (Restore | null)[] {
  return [
    overlayMethod(prototype, 'send', (native, self, args) => {
      const frame = args[0];
      if (typeof frame !== 'string' || !traffic.on() || tagOf(self) !== '[object WebSocket]')
        return native(args);
      const cleaned = traffic.cleanFrame(frame);
      return native(cleaned === frame ? args : [cleaned]);
    }),
    overlayMethod(prototype, 'close', (native, self, args) => {
      const result = native(args);
      weakGet(ends, self as object)?.();
      return result;
    }),
  ];
}
