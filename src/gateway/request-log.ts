// What an operator sees of each request: one line of JSON, and the counts.

import { MEDIA_PATH } from '../normalizer/text/media-lines.ts';
import type { Counts } from './counts.ts';
import type { Head } from './head.ts';
import type { LogLevel } from './settings.ts';

/**
 * A request in progress, as its line and the counts will show it: no content, no key, no query,
 * which may hold one.
 */
export interface Logged {
  /** @param host of the server that it goes to */
  goesTo(host: string): void;
  /** Markers were removed from its history, or from the reply. */
  removed(from: 'history' | 'reply', markers: number): void;
  repaired(id: string): void;
  /** A piece of the reply was read; servers send each frame as one. */
  frame(): void;
  /**
   * The server did not answer, or broke off; or our own code failed. Nothing fails whose client has
   * left.
   */
  failed(): void;
  /** It is over: counts it, and writes its line. */
  over(end: RequestEnd): void;
}

/** How a request has ended. */
interface RequestEnd {
  /** The status that the client got; null if it left before. */
  readonly status: number | null;
  /**
   * Sent to the client. A runtime that passes a body on by itself does not tell how many, nor
   * whether all were.
   */
  readonly bytes?: number;
  readonly whole?: boolean;
}

/** What a line says of a request that is over, besides its time, method and path. */
interface Line {
  readonly status: number;
  /** '' if it went nowhere. */
  readonly upstream: string;
  readonly ms: number;
  readonly bytes?: number;
  readonly failed: boolean;
  readonly [more: string]: unknown;
}

/** The address of a picture is its key. */
const PICTURE = new RegExp(`(${MEDIA_PATH.replaceAll('.', '\\.')}).*`, 's');

/** Status of a request whose client left before the answer, as in nginx. */
const LEFT = 499;

export type RequestLog = ReturnType<typeof createRequestLog>;

/** @param write called with each line */
export function createRequestLog(level: LogLevel, counts: Counts, write: (line: string) => void) {
  /** Writes the line of a request that is over, if the level asks for it. */
  function note({ method, target }: Head, what: Line): void {
    const { status, upstream, ms, ...more } = what;
    const isError = what.failed || status >= 500;
    if (level === 'off' || (level === 'errors' && !isError)) return;
    const line = {
      time: new Date().toISOString(),
      method,
      path: target.split('?', 1)[0]?.replace(PICTURE, '$1…'),
      status,
      ...(upstream !== '' && { upstream }),
      ms: Math.round(ms),
      ...more,
    };
    write(`${JSON.stringify(line)}\n`);
  }

  return {
    /**
     * Follows a request for another protocol, such as a WebSocket.
     * @returns `answered` takes the status that the client got and the host that it came from;
     * `over` the bytes that were sent to the client until its socket was closed
     */
    followSocket(head: Head) {
      const begun = performance.now();
      let known = { status: LEFT, upstream: '' };
      return {
        answered(status: number, upstream: string): void {
          known = { status, upstream };
          if (upstream !== '') counts.add('requests_total', { upstream, status: String(status) });
        },
        over(bytes: number): void {
          const ms = performance.now() - begun;
          note(head, { ...known, ms, bytes, failed: false, socket: true });
        },
      };
    },
    /** @param hasLeft returns whether its client has left */
    follow(head: Head, hasLeft: () => boolean): Logged {
      const begun = performance.now();
      let upstream = '';
      const found = { markers: 0, repairs: 0, frames: 0, failed: false };
      return {
        goesTo: (host) => void (upstream = host),
        removed(from, markers) {
          counts.add(`${from}_markers_removed_total`, {}, markers);
          found.markers += markers;
        },
        repaired(id) {
          counts.add('repairs_total', { repair: id });
          found.repairs += 1;
        },
        frame: () => void (found.frames += 1),
        failed: () => void (found.failed ||= !hasLeft()),
        over({ status: sent, bytes, whole }) {
          const ms = performance.now() - begun;
          const status = sent ?? LEFT;
          if (upstream !== '') {
            counts.add('requests_total', { upstream, status: String(status) });
            counts.took(upstream, ms / 1000);
          }
          note(head, { status, upstream, ms, bytes, ...found, whole });
        },
      };
    },
  };
}
