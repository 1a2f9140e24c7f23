import type { BodyTransform, EventTransform, ResponseHead, SocketTransform, Traffic } from './traffic.ts';
import type { Way } from '../../inspector/inspected.ts';
import { matches, NO_BYTES, startTimer } from '../realm/natives.ts';
import { attempt } from '../realm/overlay.ts';
import { isSocketAddress } from './socket-address.ts';
import { asItWas } from '../realm/realm.ts';

/**
 * Makes all processing of traffic run on the original natives, whatever the page has done to them since. Where that is
 * impossible, the page gets what arrived.
 * @param onStopped called when a new stream will not be cleaned at all, with its URL and content type; a transform that
 * is already open gets `stopped` instead
 */
export function shelter(
  traffic: Traffic,
  onStopped: (way: Way, address: string, type: string | null) => void,
): Traffic {
  /** Polling and reconnecting retry forever, so each way is reported once. */
  let noSocket = false;
  let noEvents = false;

  return {
    off: traffic.off,
    on: traffic.on,
    cleanRequest: (body) => attempt(() => asItWas(() => traffic.cleanRequest(body)), null),
    cleanFrame: (frame) => attempt(() => asItWas(() => traffic.cleanFrame(frame)), frame),
    settingsKnown: (head) => attempt(() => asItWas(() => traffic.settingsKnown(head)), null),
    openBody(head) {
      const body = attempt(() => asItWas(() => traffic.openBody(head)), undefined);
      if (body === undefined && mayBeReply(head)) onStopped('response', head.url, head.contentType);
      return body ? shelterBody(body) : null;
    },
    socketOf(url) {
      const socket = attempt(() => asItWas(() => traffic.socketOf(url)), undefined);
      if (socket === undefined && !noSocket && isSocketAddress(url)) {
        noSocket = true;
        onStopped('socket', url, null);
      }
      return socket ? shelterSocket(socket) : null;
    },
    openEvents() {
      const events = attempt(() => asItWas(traffic.openEvents), null);
      if (!events && !noEvents) {
        noEvents = true;
        onStopped('events', '', null);
      }
      return events ? shelterEvents(events) : PASSING;
    },
  };
}

const STREAM_TYPE = /event-stream|ndjson|jsonl/i;

/** Keeps the page's images and scripts from counting as replies while our code cannot run. */
function mayBeReply({ contentType, request }: ResponseHead): boolean {
  return request?.asksReply === true || matches(STREAM_TYPE, contentType ?? '');
}

/** Like `startTimer`, for work that runs on the original natives. */
export function startSheltered(work: () => void, delay: number): number {
  return startTimer(() => attempt(() => asItWas(work), undefined), delay);
}

function shelterBody(body: BodyTransform): BodyTransform {
  /** The rest passes unchanged. */
  let passes = false;

  /** @returns the bytes that were held back */
  function stop(): Uint8Array {
    passes = true;
    attempt(body.stopped, undefined);
    return attempt(() => body.end('released'), NO_BYTES);
  }

  return {
    push(chunk) {
      if (passes) return [chunk];
      return attempt(() => asItWas(() => body.push(chunk)), null) ?? [stop(), chunk];
    },
    end(how) {
      if (passes) return NO_BYTES;
      return attempt(() => asItWas(() => body.end(how)), null) ?? stop();
    },
    idle: () => (passes ? NO_BYTES : attempt(() => asItWas(body.idle), NO_BYTES)),
    waits: () => !passes && attempt(() => asItWas(body.waits), false),
    stopped: body.stopped,
  };
}

/** @returns the result of `work`; if it fails, the original text */
function orAsItCame(came: string, work: () => string, onFailure: () => void): string {
  const shown = attempt(() => asItWas(work), null);
  if (shown !== null) return shown;
  attempt(onFailure, undefined);
  return came;
}

function shelterSocket(socket: SocketTransform): SocketTransform {
  return {
    receive: (packet) => orAsItCame(packet, () => socket.receive(packet), socket.stopped),
    receivePayload: (payload) => orAsItCame(payload, () => socket.receivePayload(payload), socket.stopped),
    heard: (packet) => attempt(() => asItWas(() => socket.heard(packet)), undefined),
    lost: () => attempt(() => asItWas(socket.lost), undefined),
    stopped: socket.stopped,
  };
}

const PASSING: EventTransform = { receive: (_event, data) => data, end() {}, stopped() {} };

function shelterEvents(events: EventTransform): EventTransform {
  return {
    receive: (event, data) => orAsItCame(data, () => events.receive(event, data), events.stopped),
    end: () => attempt(() => asItWas(events.end), undefined),
    stopped: events.stopped,
  };
}
