import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HookSettings } from '../../src/bridge/protocol.ts';
import { WebSocketServer } from 'ws';
import { createStream, STREAM_KINDS } from './bench-streams.ts';
import { createSocketFrames, type SocketKind } from './socket-frames.ts';

/** The defaults, on a site that uses Hermes: there every marker is known to be one. */
export const SETTINGS: HookSettings = {
  type: 'settings',
  enabled: true,
  replies: true,
  history: true,
  storedChats: true,
  repairs: { broken: true, legal: false, each: {} },
  rules: null,
  hermes: true,
  inspect: false,
};

/** Answers requests whose paths begin with a name of its own. */
export type BenchRoute = (url: URL, response: ServerResponse) => void | Promise<void>;

export interface BenchServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** Bytes of one write: what a proxy forwards at once. */
const WRITE_BYTES = 65_536;
/** A page whose first script notes when it runs. */
const START =
  '<!doctype html><script>window.began = performance.now()</script><title>Start</title>';

/**
 * Serves the benchmark page at `/`, a page that notes when its first script runs at `/start`, the
 * built hook at `/page-hook.js`, `/stream/<kind>` of the given length, `/raw/<kind>`, the same with
 * a content type that no stream has, `/api/…`, the answer to a request whose reply comes over a
 * socket, `/frames/<kind>`, frames of a socket as a JSON list, and a WebSocket that sends nothing.
 * @param routes further answers, by the first part of their path
 */
export async function startBenchServer(
  hookFile: string,
  bytes: number,
  routes: Readonly<Record<string, BenchRoute>> = {},
): Promise<BenchServer> {
  const hook = await readFile(hookFile);
  const page = await readFile(new URL('bench-page.html', import.meta.url));
  const script = `const hookSettings = ${JSON.stringify(SETTINGS)};\n${await readFile(new URL('bench-page.js', import.meta.url), 'utf8')}`;
  const streams = new Map<string, Uint8Array>(
    STREAM_KINDS.map((kind) => [kind, createStream(kind, bytes)]),
  );

  async function answer(url: URL, response: ServerResponse): Promise<void> {
    const [, first, kind] = url.pathname.split('/');
    if (first === '') return void response.setHeader('content-type', 'text/html').end(page);
    if (first === 'start') return void response.setHeader('content-type', 'text/html').end(START);
    if (first === 'page-hook.js')
      return void response.setHeader('content-type', 'text/javascript').end(hook);
    if (first === 'bench-page.js')
      return void response.setHeader('content-type', 'text/javascript').end(script);
    if (first === 'api')
      return void response.setHeader('content-type', 'application/json').end('{"status":true}');
    if (first === 'frames') {
      return void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(createSocketFrames(kind as SocketKind)));
    }
    // Bytes of no type that the hook reads.
    response.setHeader('content-type', first === 'raw' ? 'application/x-raw' : 'text/event-stream');
    if (first === 'stream' || first === 'raw')
      await sendAll(response, streams.get(kind ?? '') ?? new Uint8Array());
    else await routes[first ?? '']?.(url, response);
    response.end();
  }

  const server = createServer((request, response) => {
    // Cross-origin isolation gives the page a precise clock.
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    response.setHeader('cross-origin-embedder-policy', 'require-corp');
    response.setHeader('cache-control', 'no-store');
    answer(new URL(request.url ?? '/', 'http://localhost'), response).catch(() =>
      response.destroy(),
    );
  });
  const sockets = new WebSocketServer({ server });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function sendAll(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += WRITE_BYTES) {
    if (!response.write(bytes.subarray(at, at + WRITE_BYTES))) await once(response, 'drain');
  }
}
