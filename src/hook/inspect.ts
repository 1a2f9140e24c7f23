import type { PageMessage } from '../bridge/protocol.ts';
import { MARKERS } from '../inspector/inspected.ts';
import { createTaps, type Note, type StreamTap } from './stream-tap.ts';
import type { EventTransform, SocketTransform } from './transports/traffic.ts';

/**
 * Sends streams to the bridge, frame by frame, while somebody inspects them; otherwise it keeps and
 * sends nothing.
 */
export type Inspector = ReturnType<typeof createInspector>;

/** @param send passes a message on to the bridge */
export function createInspector(send: (message: PageMessage) => void) {
  const { isOn, set, open } = createTaps(send);

  /** Reports a text that was read in one go, so everything noted since belongs to it. */
  function watch(tap: StreamTap, before: string, after: string): string {
    if (!isOn()) return after;
    const why = tap.found();
    if (before === after) tap.frame({ before, after, why: NO_REASONS });
    else tap.frame({ before, after, why: why.length > 0 ? why : [MARKERS] });
    return after;
  }

  return {
    set,
    /** @param address '' if unknown */
    open,
    /**
     * @param make creates the socket's transform; it calls the first argument for each removal
     * while it reads a packet, the second when it stops cleaning
     */
    watchSocket(
      url: string,
      make: (note: Note, stopped: () => void) => SocketTransform,
    ): SocketTransform {
      const tap = open('socket', url, null);
      const socket = make(tap.note, tap.stopped);
      return {
        ...socket,
        receive: (packet) => watch(tap, packet, socket.receive(packet)),
        receivePayload: (payload) => watch(tap, payload, socket.receivePayload(payload)),
      };
    },
    /** @param make as for sockets */
    watchEvents(make: (note: Note, stopped: () => void) => EventTransform): EventTransform {
      const tap = open('events', '', 'text/event-stream');
      const events = make(tap.note, tap.stopped);
      return {
        ...events,
        receive(event, data) {
          const shown = events.receive(event, data);
          if (isOn()) watch(tap, eventText(event, data), eventText(event, shown));
          return shown;
        },
        end() {
          events.end();
          tap.end();
        },
      };
    },
    /** Reports a request. Which rules changed it is unknown. */
    request(before: string, after: string): void {
      if (!isOn()) return;
      const tap = open('request', '', 'application/json');
      watch(tap, before, after);
      tap.end();
    },
  };
}

const NO_REASONS: readonly string[] = [];

/** Returns the event as a server would have written it. */
function eventText(event: string | null, data: string): string {
  let text = event === null ? 'data: ' : `event: ${event}\ndata: `;
  for (let i = 0; i < data.length; i++) text += data[i] === '\n' ? '\ndata: ' : data[i];
  return `${text}\n\n`;
}
