import type {
  BodyTransform,
  EventTransform,
  ResponseHead,
  SocketTransform,
  Traffic,
} from './traffic.ts';
import type { Way } from '../../inspector/inspected.ts';
import { matches, NO_BYTES } from '../realm/natives.ts';
import { attempt } from '../realm/overlay.ts';
import { isSocketAddress } from './socket-address.ts';

/**
 * Makes a failure of ours end here, as on a page whose natives lie: the page gets what arrived.
 * @param onStopped called when a new stream will not be cleaned at all, with its URL and content
 * type; a transform that is already open gets `stopped` instead
 */
export function failOpen(
  traffic: Traffic,
  onStopped: (way: Way, address: string, type: string | null) => void,
): Traffic {
  /** Polling and reconnecting retry forever, so each way is reported once. */
  let noSocket = false;
  let noEvents = false;

  return {
    ...traffic,
    cleanRequest: (body, url) => attempt(() => traffic.cleanRequest(body, url), null),
    cleanFrame: (frame) => attempt(() => traffic.cleanFrame(frame), frame),
    openBody(head) {
      const body = attempt(() => traffic.openBody(head), undefined);
      if (body === undefined && mayBeReply(head)) onStopped('response', head.url, head.contentType);
      return body ? guardBody(body) : null;
    },
    socketOf(url) {
      const socket = attempt(() => traffic.socketOf(url), undefined);
      if (socket === undefined && !noSocket && isSocketAddress(url)) {
        noSocket = true;
        onStopped('socket', url, null);
      }
      return socket ? guardSocket(socket) : null;
    },
    openEvents(url) {
      const events = attempt(() => traffic.openEvents(url), null);
      if (!events && !noEvents) {
        noEvents = true;
        onStopped('events', '', null);
      }
      return events ? guardEvents(events) : PASSING;
    },
  };
}

const STREAM_TYPE = /event-stream|ndjson|jsonl/i;

/** Keeps the page's images and scripts from counting as replies while our code cannot run. */
function mayBeReply({ contentType, request }: ResponseHead): boolean {
  return request?.asksReply === true || matches(STREAM_TYPE, contentType ?? '');
}

function guardBody(body: BodyTransform): BodyTransform {
  /** It has failed: the rest passes unchanged. */
  let failed = false;

  /** @returns the bytes that were held back */
  function stop(): Uint8Array {
    failed = true;
    attempt(body.stopped, undefined);
    return attempt(() => body.end('released'), NO_BYTES);
  }

  return {
    push(chunk) {
      if (failed) return [chunk];
      try {
        return body.push(chunk);
      } catch {
        return [stop(), chunk];
      }
    },
    end(how) {
      if (failed) return NO_BYTES;
      try {
        return body.end(how);
      } catch {
        return stop();
      }
    },
    idle: () => (failed ? NO_BYTES : attempt(body.idle, NO_BYTES)),
    waits: () => !failed && attempt(body.waits, false),
    stopped: body.stopped,
  };
}

/** Reports that a text has passed as it came. @returns that text */
function passed(came: string, { stopped }: { stopped(): void }): string {
  attempt(stopped, undefined);
  return came;
}

function guardSocket(socket: SocketTransform): SocketTransform {
  return {
    ...socket,
    receive(packet) {
      try {
        return socket.receive(packet);
      } catch {
        return passed(packet, socket);
      }
    },
    receivePayload(payload) {
      try {
        return socket.receivePayload(payload);
      } catch {
        return passed(payload, socket);
      }
    },
  };
}

const PASSING: EventTransform = { receive: (_event, data) => data, end() {}, stopped() {} };

function guardEvents(events: EventTransform): EventTransform {
  return {
    ...events,
    receive(event, data) {
      try {
        return events.receive(event, data);
      } catch {
        return passed(data, events);
      }
    },
  };
}
