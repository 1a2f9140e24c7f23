import type { IncomingMessage, ServerResponse } from 'node:http';
import { until } from '../../../src/browsers/until.ts';

/** Streams under the control of the page that reads them, each known by the id that the page gave it. */
export interface Streams {
  /**
   * Starts a stream: `frames` at once, then what `then` says: `end` (default), `break` (the connection is cut in the
   * middle of the chunked transfer), `hold` (nothing more until the page says so) or `flood` (as fast as it is taken).
   */
  open(query: URLSearchParams, request: IncomingMessage, response: ServerResponse): void;
  /** Goes on with a held stream: `frame`, `part` (half a frame), `end` or `break`. */
  step(id: string, what: string, patience: number): Promise<void>;
  /** Whether the client hung up within `patience` ms. */
  closed(id: string, patience: number): Promise<boolean>;
  /** Bytes of a flood that the client has taken when it takes no more, or all of them. */
  taken(id: string, patience: number): Promise<number>;
}

interface Stream {
  readonly response: ServerResponse;
  sent: number;
  closed: boolean;
  /** Bytes taken by the client's side so far, and when that last grew. */
  taken: number;
  grown: number;
  flooded: boolean;
}

/** Writing into a closed connection is an error that nobody minds here. */
function ignore(): void {
  return undefined;
}

/** A flood is this long, in bytes. */
export const FLOOD = 96 * 1024 * 1024;
/** Nothing taken for this long means that the client has stopped, in ms. */
const STALLED = 700;

export function createStreams(): Streams {
  const streams = new Map<string, Stream>();

  function find(id: string, patience: number): Promise<Stream> {
    return until(() => streams.get(id), `the stream ${id}`, patience);
  }

  function open(query: URLSearchParams, request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const stream: Stream = { response, sent: 0, closed: false, taken: 0, grown: performance.now(), flooded: false };
    streams.set(query.get('id') ?? '', stream);
    response.on('close', () => (stream.closed = true));
    response.writeHead(Number(query.get('code') ?? 200), {
      'content-type': query.get('type') ?? 'text/event-stream',
      'cache-control': 'no-store',
      'x-test': 'yes',
    });
    response.flushHeaders();
    for (let i = 0; i < Number(query.get('frames') ?? 0); i++) response.write(frame((stream.sent += 1)));
    if (query.get('text')) response.write(query.get('text'));
    const then = query.get('then') ?? 'end';
    if (then === 'end') response.end();
    // Later, so that what was written before leaves in time.
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
      // Firefox hangs up no sooner than when something comes that nobody wants.
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
      await until(() => stream.flooded || performance.now() - stream.grown > STALLED, 'the client to stop', patience);
      return stream.taken;
    },
  };
}

/** One frame of a clean reply; the `n`th says `word n `. */
export function frame(n: number): string {
  const choices = [{ index: 0, delta: { content: `word ${n} ` }, finish_reason: null }];
  return `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', model: 'agent', choices })}\n\n`;
}

/** Writes until all is written, never more than the client takes. */
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
