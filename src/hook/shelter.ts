import type { BodyTransform, EventTransform, SocketTransform, Traffic } from './body-transform.ts';
import { NO_BYTES, startTimer } from './natives.ts';
import { attempt } from './overlay.ts';
import { asItWas } from './realm.ts';

/**
 * Lets all work on what passes run on the natives as they were, whatever the page has made of them since. Where that
 * cannot be, the page gets what came.
 * @param onStopped told that nothing more of a reply will be cleaned
 */
export function shelter(traffic: Traffic, onStopped: () => void): Traffic {
  return {
    off: traffic.off,
    on: traffic.on,
    cleanRequest: (body) => attempt(() => asItWas(() => traffic.cleanRequest(body)), null),
    cleanFrame: (frame) => attempt(() => asItWas(() => traffic.cleanFrame(frame)), frame),
    firstWord: (head) => attempt(() => asItWas(() => traffic.firstWord(head)), null),
    openBody(head) {
      const body = attempt(() => asItWas(() => traffic.openBody(head)), undefined);
      if (body === undefined) onStopped();
      return body ? shelterBody(body, onStopped) : null;
    },
    socketOf(url) {
      const socket = attempt(() => asItWas(() => traffic.socketOf(url)), null);
      return socket && shelterSocket(socket);
    },
    openEvents: () => shelterEvents(attempt(() => asItWas(traffic.openEvents), PASSING)),
  };
}

/** `startTimer` for work that is done on the natives as they were. */
export function startSheltered(work: () => void, delay: number): number {
  return startTimer(() => attempt(() => asItWas(work), undefined), delay);
}

function shelterBody(body: BodyTransform, onStopped: () => void): BodyTransform {
  /** What follows passes as it is. */
  let passes = false;

  /** @returns what was held */
  function stop(): Uint8Array {
    passes = true;
    onStopped();
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
  };
}

function shelterSocket(socket: SocketTransform): SocketTransform {
  return {
    receive: (packet) => attempt(() => asItWas(() => socket.receive(packet)), packet),
    receivePayload: (payload) => attempt(() => asItWas(() => socket.receivePayload(payload)), payload),
    heard: (packet) => attempt(() => asItWas(() => socket.heard(packet)), undefined),
    lost: () => attempt(() => asItWas(socket.lost), undefined),
  };
}

const PASSING: EventTransform = { receive: (_event, data) => data, end() {} };

function shelterEvents(events: EventTransform): EventTransform {
  return {
    receive: (event, data) => attempt(() => asItWas(() => events.receive(event, data)), data),
    end: () => attempt(() => asItWas(events.end), undefined),
  };
}
