import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { lookAtBoth, type Sight } from './observe.ts';
import type { BrowserKind } from '../../../src/tools/browsers/find.ts';
import { listen } from '../listen.ts';

/** An agent on its own origin, for XMLHttpRequests. */
export interface XhrSite {
  /**
   * Routes: `/cut?at=N` the body, cut at byte N and, with `step`, at every `step` bytes from there;
   * anything else returns "ok".
   */
  readonly origin: string;
  readonly body: Buffer;
  /** Methods received, in order. */
  readonly methods: readonly string[];
  close(): void;
}

/**
 * Milliseconds between two pieces of a stream: enough for the first to be seen separately most of
 * the time.
 */
const PAUSE = 4;

/** @param contentType of the body that `/cut` sends */
export async function serveXhr(body: Buffer, contentType: string): Promise<XhrSite> {
  const methods: string[] = [];

  function write(response: ServerResponse, from: number, to: number, step: number): void {
    if (to >= body.length) return void response.end(body.subarray(from));
    if (to > from) response.write(body.subarray(from, to));
    setTimeout(() => write(response, to, to + step, step), PAUSE);
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    request.resume();
    methods.push(request.method ?? '');
    // The page may read the text, and only those headers that every page may read.
    response.setHeader('access-control-allow-origin', '*');
    if (pathname !== '/cut')
      return void response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
    response.writeHead(200, {
      'content-type': contentType,
      'cache-control': 'no-store',
      'x-hermes-session-id': 'session',
    });
    response.flushHeaders();
    write(
      response,
      0,
      Number(searchParams.get('at')),
      Number(searchParams.get('step') ?? body.length),
    );
  }

  const server = createServer(answer);
  const { port, close } = await listen(server);
  return {
    origin: `http://agent.localhost:${port}`,
    body,
    methods,
    close,
  };
}

/** @returns the body of a recorded Hermes stream, its emoji as UTF-8, so that they can be cut */
export function recordedStream(name: string): Buffer {
  const raw = readFileSync(new URL(`../../recordings/hermes/${name}.txt`, import.meta.url), 'utf8');
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4);
  return Buffer.from(
    body.replaceAll(/(?:\\u[0-9a-f]{4})+/g, (escaped) => JSON.parse(`"${escaped}"`) as string),
  );
}

/** Runs a self-contained function in a fresh page with the hook at work, and in one without. */
export function inBoth<A, T>(
  kind: BrowserKind,
  run: (given: A) => Promise<T>,
  given: A,
): Promise<Sight<T>> {
  return lookAtBoth(
    kind,
    (page) => page.evaluate(`(${String(run)})(${JSON.stringify(given)})`) as Promise<T>,
  );
}
