import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/**
 * Milliseconds between two pieces: enough for a browser to deliver the first separately now and
 * then.
 */
const PAUSE = 1;
/** A body arrives in about as many pieces. */
const PIECES = 24;

/**
 * Responds with a body that arrives in pieces, cut at random: in the middle of frames, lines and
 * characters. The query alone determines it, so two pages can be sent exactly the same.
 *
 * `seed` a number; `text` the body, by default a reply of an agent with comments in it that needs
 * no repair; `code`, `type`; `then`: `end` (default), `break` (the connection is cut) or `hold`
 * (nothing more comes); `gzip`, `length` (adds a content length).
 */
export function sendPieces(
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  request.resume();
  const random = randomFrom(Number(query.get('seed') ?? 0));
  const code = Number(query.get('code') ?? 200);
  const bodyless = request.method === 'HEAD' || code === 204 || code === 205 || code === 304;
  const plain = Buffer.from(
    query.get('text') ?? reply(random),
    query.has('latin1') ? 'latin1' : 'utf8',
  );
  const body = query.has('gzip') ? gzipSync(plain) : plain;
  response.writeHead(code, {
    'content-type': query.get('type') ?? 'text/event-stream',
    'cache-control': 'no-store',
    'x-test': 'yes',
    ...(query.has('gzip') && { 'content-encoding': 'gzip' }),
    ...(query.has('length') && { 'content-length': body.length }),
  });
  if (bodyless) return void response.end();
  const then = query.get('then') ?? 'end';

  function write(from: number): void {
    if (response.destroyed) return;
    if (from >= body.length) return finish();
    const to = from + 1 + Math.floor(random() * ((2 * body.length) / PIECES));
    response.write(body.subarray(from, to));
    setTimeout(() => write(to), PAUSE);
  }

  function finish(): void {
    if (then === 'end') response.end();
    // Later, so that everything written before is sent in time.
    if (then === 'break') setTimeout(() => response.socket?.resetAndDestroy(), 100);
  }

  response.flushHeaders();
  write(0);
}

/** One chunk of a reply. */
function chunk(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', model: 'agent', choices })}\n\n`;
}

const WORDS = [
  'Oslo ',
  'ist ',
  'schön',
  '. ',
  '🙂 ',
  '日本',
  '`code` ',
  '\n',
  '"',
  '\\',
  'a',
  '\u0000',
  '<b> ',
];

/**
 * @returns a whole reply, of some hundred to some thousand bytes, in frames as servers send them
 */
export function reply(random: () => number): string {
  const frames = Array.from({ length: 4 + Math.floor(random() * 12) }, () => {
    if (random() < 0.2) return ': keepalive\n\n';
    const said = Array.from(
      { length: 1 + Math.floor(random() * 4) },
      () => WORDS[Math.floor(random() * WORDS.length)],
    ).join('');
    return chunk({ content: `x${said}x` });
  });
  return [
    chunk({ role: 'assistant', content: '' }),
    ...frames,
    chunk({}, 'stop'),
    'data: [DONE]\n\n',
  ].join('');
}

/** @returns numbers from 0 to 1, the same for the same seed (mulberry32) */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
