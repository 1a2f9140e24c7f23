import type { Traffic } from './body-transform.ts';
import { readEventSource } from './event-source.ts';
import { eventTarget, NativeMessageEvent, NativeWeakMap, tagOf, weakGet, weakSet } from './natives.ts';
import { overlayGetter, type Restore } from './overlay.ts';
import { readSocket } from './websocket.ts';

/**
 * Lays the overlay over the data of message events: what a WebSocket or an EventSource receives is read through it,
 * whichever way the page listens, in order, and without an event of ours. Each event is normalized once, on its first
 * reading.
 */
export function overlayMessageData(traffic: Traffic): Restore | null {
  const read: WeakMap<object, string> = new NativeWeakMap();
  const ofSocket = readSocket(traffic);
  const ofEventSource = readEventSource(traffic);
  return overlayGetter(NativeMessageEvent.prototype, 'data', (native, self) => {
    const data = native([]);
    if (typeof data !== 'string' || !traffic.on()) return data;
    const event = self as MessageEvent;
    const known = weakGet(read, event);
    if (known !== undefined) return known;
    const target = eventTarget(event);
    const tag = tagOf(target);
    const shown =
      tag === '[object WebSocket]' ? ofSocket(target as WebSocket, data)
      : tag === '[object EventSource]' ? ofEventSource(target as EventSource, event, data)
      : data;
    if (target) weakSet(read, event, shown);
    return shown;
  });
}
