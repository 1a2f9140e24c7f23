import type { DataReader, Traffic } from './traffic.ts';
import { readEventSource } from './event-source.ts';
import { eventTarget, NativeMessageEvent, NativeWeakMap, tagOf, weakGet, weakSet } from '../realm/natives.ts';
import { overlayGetter, type Restore } from '../realm/overlay.ts';
import { openSocket } from './websocket.ts';

/**
 * Installs the overlay over the data of message events. It sees what a WebSocket or an EventSource receives however the
 * page listens, in order, and without dispatching an event of our own. Each event is normalized once, when it is first
 * read.
 */
export function overlayMessageData(traffic: Traffic): Restore | null {
  /**
   * By target, so that the kind of each is determined once: that costs more than everything else here. Null: ignore it.
   */
  const readers: WeakMap<object, DataReader | null> = new NativeWeakMap();
  const read: WeakMap<object, string> = new NativeWeakMap();

  function choose(target: EventTarget): DataReader | null {
    const tag = tagOf(target);
    if (tag === '[object WebSocket]') return openSocket(target as WebSocket, traffic);
    return tag === '[object EventSource]' ? readEventSource(target as EventSource, traffic) : null;
  }

  return overlayGetter(NativeMessageEvent.prototype, 'data', (data, self) => {
    if (typeof data !== 'string') return data;
    const on = traffic.on();
    const event = self as MessageEvent;
    const target = eventTarget(event);
    if (!target) return data;
    let reader = weakGet(readers, target);
    if (!on && !reader?.readsOff) return data;
    if (reader === undefined) {
      reader = choose(target);
      weakSet(readers, target, reader);
    }
    if (!reader?.concerns(data)) return data;
    let shown = weakGet(read, event);
    if (shown === undefined) {
      shown = reader.read(data, event);
      weakSet(read, event, shown);
    }
    return shown;
  });
}
