import type { DataReader, EventTransform, Traffic } from './traffic.ts';
import * as natives from '../realm/natives.ts';
import { attempt, overlayMethod, type Restore } from '../realm/overlay.ts';

/** The state of an EventSource. */
interface Stream {
  transform: EventTransform;
  /**
   * Id of the last event that the page read. With an id, a lost connection resumes where it broke;
   * without, it starts over.
   */
  id: string;
  /** The site is off, so events pass unread. */
  passes: boolean;
}

/** Reports tools on a chat stream; few pages listen to it. */
const TOOL_EVENT = 'hermes.tool.progress';

const streams: WeakMap<object, Stream> = new natives.NativeWeakMap();
/** Closed by the page, which may still read an event that arrived before. */
const closed: WeakMap<object, boolean> = new natives.NativeWeakMap();

/** @returns a reader with its own state for the events of a page's EventSource */
export function createEventSourceReader(source: EventSource, traffic: Traffic): DataReader {
  return (data, event) => {
    const isOn = traffic.on();
    const before = natives.weakGet(streams, source);
    if (!isOn && (!before || before.passes)) return data;
    const name = natives.eventType(event);
    const known = before;
    // Our own listener receives tool events once each, however many listeners the page has.
    if (known && name === TOOL_EVENT) return data;
    const stream = known ?? watch(source, traffic);
    stream.id = natives.eventId(event);
    stream.passes = !isOn;
    // The first event after the site is switched off releases what was held back.
    const shown = stream.transform.receive(name === 'message' ? null : name, data);
    if (stream.passes || natives.weakGet(closed, source)) stream.transform.end();
    return shown;
  };
}

/**
 * Starts with the first event that the page reads, because constructors are left alone; a chat
 * stream sends a chunk before its first tool.
 */
function watch(source: EventSource, traffic: Traffic): Stream {
  const url = String(natives.get(source, 'url'));
  const stream: Stream = { transform: traffic.openEvents(url), id: '', passes: false };
  natives.weakSet(streams, source, stream);
  listen(TOOL_EVENT, (event) => {
    const data: unknown = natives.eventData(event as MessageEvent);
    if (typeof data === 'string' && traffic.on()) stream.transform.receive(TOOL_EVENT, data);
  });
  listen('error', (event) => {
    // A server may use that name for an event of its own.
    if (natives.tagOf(event) !== '[object Event]') return;
    stream.transform.end();
    if (stream.id === '') stream.transform = traffic.openEvents(url);
  });

  /** The page may dispatch any event here; our failures must not reach its error handlers. */
  function listen(name: string, hear: (event: Event) => void): void {
    natives.addListener(source, name, (event: Event) => attempt(() => hear(event), undefined));
  }

  return stream;
}

/** Installs the overlay over `close`, which ends the reply. */
export function overlayClose(prototype: object | null | undefined): Restore | null {
  return overlayMethod(prototype, 'close', (native, self, args) => {
    const result = native(args);
    const source = self as EventSource; // the native has checked that
    natives.weakSet(closed, source, true);
    natives.weakGet(streams, source)?.transform.end();
    return result;
  });
}
