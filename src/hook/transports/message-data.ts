import type { DataReader, Traffic } from './traffic.ts';
import { createEventSourceReader, overlayClose } from './event-source.ts';
import * as natives from '../realm/natives.ts';
import { overlayGetter, type Restore } from '../realm/overlay.ts';
import { createSocketReader, overlaySocket } from './websocket.ts';

/**
 * Installs the overlay over the data of message events. It sees what a WebSocket or an EventSource
 * receives however the page listens, in order, and without dispatching an event of our own. Each
 * event is normalized once, when it is first read.
 */
export function overlayMessageData(traffic: Traffic): Restore | null {
  /**
   * By target, so that the kind of each is determined once: that costs more than everything else
   * here. Null: ignore it.
   */
  const readers: WeakMap<object, DataReader | null> = new natives.NativeWeakMap();
  const read: WeakMap<object, string> = new natives.NativeWeakMap();
  /** Prototypes that were found with one of their instances. */
  const found: WeakMap<object, true> = new natives.NativeWeakMap();

  /**
   * Returns whether the class of `target` is behind one of another script, so that it could not be
   * found earlier; once.
   * @param known the prototype that the page sees
   */
  function isHidden(target: object, key: string, known: object | undefined): boolean {
    const owner = natives.ownerOf(target, key);
    if (!owner || owner === natives.ownerOf(known, key) || natives.weakGet(found, owner))
      return false;
    natives.weakSet(found, owner, true);
    return true;
  }

  function choose(target: EventTarget): DataReader | null {
    const tag = natives.tagOf(target);
    if (tag === '[object WebSocket]') {
      if (isHidden(target, 'send', natives.socketPrototype)) overlaySocket(target, traffic);
      return createSocketReader(target as WebSocket, traffic);
    }
    if (tag !== '[object EventSource]') return null;
    if (isHidden(target, 'close', natives.eventSourcePrototype)) overlayClose(target);
    return createEventSourceReader(target as EventSource, traffic);
  }

  return overlayGetter(natives.messagePrototype, 'data', (data, self) => {
    if (typeof data !== 'string') return data;
    const event = self as MessageEvent;
    const target = natives.eventTarget(event);
    if (!target) return data;
    let reader = natives.weakGet(readers, target);
    // What is open needs to see what arrives while the site is off, too.
    if (!reader && !traffic.on()) return data;
    if (reader === undefined) {
      reader = choose(target);
      natives.weakSet(readers, target, reader);
    }
    if (!reader) return data;
    let shown = natives.weakGet(read, event);
    if (shown === undefined) {
      shown = reader(data, event);
      natives.weakSet(read, event, shown);
    }
    return shown;
  });
}
