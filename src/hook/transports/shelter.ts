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
    cleanRequest: (body) => sheltered(traffic.cleanRequest, body, null),
    cleanFrame: (frame) => sheltered(traffic.cleanFrame, frame, frame),
    settingsKnown: (head) => sheltered(traffic.settingsKnown, head, null),
    openBody(head) {
      const body = sheltered(traffic.openBody, head, undefined);
      if (body === undefined && mayBeReply(head)) onStopped('response', head.url, head.contentType);
      return body ? shelterBody(body) : null;
    },
    socketOf(url) {
      const socket = sheltered(traffic.socketOf, url, undefined);
      if (socket === undefined && !noSocket && isSocketAddress(url)) {
        noSocket = true;
        onStopped('socket', url, null);
      }
      return socket ? shelterSocket(socket) : null;
    },
    openEvents() {
      const events = sheltered(traffic.openEvents, undefined, null);
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
  return startTimer(() => sheltered(work, undefined, undefined), delay);
}

/** Runs `work` on the original natives. @returns its result, or `fallback` if it throws or cannot run */
export function sheltered<I, T, F>(work: (input: I) => T, input: I, fallback: F): T | F {
  try {
    return asItWas(work, input);
  } catch {
    return fallback; // fail open
  }
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
      return sheltered(body.push, chunk, null) ?? [stop(), chunk];
    },
    end(how) {
      if (passes) return NO_BYTES;
      return sheltered(body.end, how, null) ?? stop();
    },
    idle: () => (passes ? NO_BYTES : sheltered(body.idle, undefined, NO_BYTES)),
    waits: () => !passes && sheltered(body.waits, undefined, false),
    stopped: body.stopped,
  };
}

/** @returns the result of `work`; if it fails, the text as it came */
function orAsItCame(came: string, work: (came: string) => string, onFailure: () => void): string {
  const shown = sheltered(work, came, null);
  if (shown !== null) return shown;
  attempt(onFailure, undefined);
  return came;
}

function shelterSocket(socket: SocketTransform): SocketTransform {
  return {
    receive: (packet) => orAsItCame(packet, socket.receive, socket.stopped),
    receivePayload: (payload) => orAsItCame(payload, socket.receivePayload, socket.stopped),
    heard: (packet) => sheltered(socket.heard, packet, undefined),
    lost: () => sheltered(socket.lost, undefined, undefined),
    stopped: socket.stopped,
  };
}

const PASSING: EventTransform = { receive: (_event, data) => data, end() {}, stopped() {} };

function shelterEvents(events: EventTransform): EventTransform {
  let name: string | null = null;

  function read(data: string): string {
    return events.receive(name, data);
  }

  return {
    receive(event, data) {
      name = event;
      return orAsItCame(data, read, events.stopped);
    },
    end: () => sheltered(events.end, undefined, undefined),
    stopped: events.stopped,
  };
}
