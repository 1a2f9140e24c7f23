import type { IncomingMessage, ServerResponse } from 'node:http';
import { until } from '../../../src/tools/browsers/until.ts';

/** Streams controlled by the page that reads them, each identified by an id that the page chose. */
export interface Streams {
  /**
   * Starts a stream: `frames` at once, then as `then` says: `end` (default), `break` (the
   * connection is cut in the middle of the chunked transfer), `hold` (nothing more until the page
   * says so) or `flood` (as fast as it is read).
   */
  open(query: URLSearchParams, request: IncomingMessage, response: ServerResponse): void;
  /** Continues a held stream: `frame`, `part` (half a frame), `end` or `break`. */
  step(id: string, what: string, patience: number): Promise<void>;
  /** Returns whether the client closed the connection within `patience` ms. */
  closed(id: string, patience: number): Promise<boolean>;
  /**
   * Returns how many bytes of a flood the client has read once it reads no more, or all of them.
   */
  taken(id: string, patience: number): Promise<number>;
}

interface Stream {
  readonly response: ServerResponse;
  sent: number;
  closed: boolean;
  /** Bytes read by the client's side so far, and when that last grew. */
  taken: number;
  grown: number;
  flooded: boolean;
}

/** Writing to a closed connection is an expected error here. */
function ignore(): void {
  return undefined;
}

/** Length of a flood, in bytes. */
export const FLOOD = 96 * 1024 * 1024;
/** Milliseconds without any reads after which the client counts as stopped. */
const STALLED = 700;

export function createStreams(): Streams {
  const streams = new Map<string, Stream>();

  function find(id: string, patience: number): Promise<Stream> {
    return until(() => streams.get(id), `the stream ${id}`, patience);
  }

  function open(query: URLSearchParams, request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const stream: Stream = {
      response,
      sent: 0,
      closed: false,
      taken: 0,
      grown: performance.now(),
      flooded: false,
    };
    streams.set(query.get('id') ?? '', stream);
    response.on('close', () => (stream.closed = true));
    response.writeHead(Number(query.get('code') ?? 200), {
      'content-type': query.get('type') ?? 'text/event-stream',
      'cache-control': 'no-store',
      'x-test': 'yes',
    });
    response.flushHeaders();
    for (let i = 0; i < Number(query.get('frames') ?? 0); i++)
      response.write(frame((stream.sent += 1)));
    if (query.get('text')) response.write(query.get('text'));
    const then = query.get('then') ?? 'end';
    if (then === 'end') response.end();
    // Later, so that everything written before is sent in time.
    if (then === 'break') setTimeout(() => response.socket?.resetAndDestroy(), 200);
    if (then === 'flood') flood(stream);
  }

  return {
    open,
    async step(id, what, patience) {
      const stream = await find(id, patience);
      const { response } = stream;
      if (what === 'frame') response.write(frame((stream.sent += 1)));
      if (what === 'part') response.write(frame(stream.sent + 1).slice(0, 30));
      if (what === 'end') response.end();
      if (what === 'break') response.socket?.resetAndDestroy();
    },
    async closed(id, patience) {
      const stream = await find(id, patience);
      // Firefox closes a connection only when something unwanted arrives.
      return until(
        () => stream.closed || (stream.response.write(': still there\n\n', ignore), false),
        'the client to hang up',
        patience,
      )
        .then(() => stream.closed)
        .catch(() => false);
    },
    async taken(id, patience) {
      const stream = await find(id, patience);
      await until(
        () => stream.flooded || performance.now() - stream.grown > STALLED,
        'the client to stop',
        patience,
      );
      return stream.taken;
    },
  };
}

/** One frame of a clean reply; the `n`th says `word n `. */
export function frame(n: number): string {
  const choices = [{ index: 0, delta: { content: `word ${n} ` }, finish_reason: null }];
  return `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', model: 'agent', choices })}\n\n`;
}

/** Writes until everything is written, never more than the client reads. */
function flood(stream: Stream): void {
  const piece = `: ${'x'.repeat(65_000)}\n\n`;
  function more(): void {
    while (!stream.closed && stream.taken < FLOOD) {
      stream.taken += piece.length;
      stream.grown = performance.now();
      if (!stream.response.write(piece)) {
        stream.response.once('drain', more);
        return;
      }
    }
    stream.flooded = true;
    stream.response.end();
  }
  more();
}
