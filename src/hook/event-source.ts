import type { EventTransform, Traffic } from './body-transform.ts';
import { eventType, NativeWeakMap, weakGet, weakSet } from './natives.ts';

/** @returns what reads the events of a page's EventSources, each source with a state of its own */
export function readEventSource(traffic: Traffic): (source: EventSource, event: MessageEvent, data: string) => string {
  const transforms: WeakMap<object, EventTransform> = new NativeWeakMap();
  return (source, event, data) => {
    let transform = weakGet(transforms, source);
    if (!transform) {
      transform = traffic.openEvents();
      weakSet(transforms, source, transform);
    }
    const name = eventType(event);
    return transform.receive(name === 'message' ? null : name, data);
  };
}
