import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { createEventStreams } from './event-streams.ts';
import { randomFrom, reply, sendPieces } from './pieces.ts';
import { createStreams } from './streams.ts';
import { until } from '../../../src/tools/browsers/until.ts';
import { listen } from '../listen.ts';

/**
 * Three sites of one server: the same routes under three names, so that only one of them is
 * switched on.
 */
export interface ComplianceServer {
  readonly hooked: string;
  readonly plain: string;
  readonly elsewhere: string;
  close(): void;
}

/** One request as it arrived, in order of arrival. */
interface Arrival {
  readonly method: string;
  readonly mark: string;
  readonly headers: Readonly<Record<string, string>>;
  /** One character per byte. */
  readonly body: string;
}

type Route = (
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
) => unknown;

/** Longest wait for what a probe wants to be notified of, in ms. */
const PATIENCE = 20_000;
/** The smallest possible module. */
const EMPTY_WASM = Buffer.from([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
/** Headers that describe a body. */
const KEPT_HEADERS = ['content-type', 'content-length', 'content-digest', 'x-test'];

/** Serves bare pages and everything that the probes fetch, on a free port. */
export async function serveProbes(): Promise<ComplianceServer> {
  const streams = createStreams();
  const arrivals = new Map<string, Arrival[]>();
  /** Requests whose bodies have not arrived completely. */
  const reading = new Map<string, number>();

  async function echo(
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const key = query.get('id') ?? '';
    const place: Arrival[] = arrivals.get(key) ?? [];
    arrivals.set(key, place);
    const at = place.length;
    // Its position is that of the request's head.
    place[at] = {
      method: request.method ?? '',
      mark: query.get('mark') ?? '',
      headers: {},
      body: '',
    };
    const parts: Buffer[] = [];
    reading.set(key, (reading.get(key) ?? 0) + 1);
    try {
      for await (const part of request) parts.push(part as Buffer);
    } finally {
      reading.set(key, (reading.get(key) ?? 1) - 1);
    }
    const headers = Object.fromEntries(
      KEPT_HEADERS.map((name) => [name, String(request.headers[name] ?? '')]),
    );
    place[at] = { ...place[at], headers, body: Buffer.concat(parts).toString('latin1') } as Arrival;
    sendJson(response, place[at]);
  }

  const routes: Readonly<Record<string, Route>> = {
    '/echo': echo,
    async '/arrivals'(query, _request, response) {
      const all = () => arrivals.get(query.get('id') ?? '') ?? [];
      const count = Number(query.get('count'));
      const isWhole = () => all().length >= count && !reading.get(query.get('id') ?? '');
      await until(isWhole, `${count} requests`, PATIENCE).catch(() => null);
      sendJson(response, all());
    },
    '/stream': (query, request, response) => streams.open(query, request, response),
    '/pieces': sendPieces,
    // The same under a URL of stored chats.
    '/api/messages': (query, request, response) => streams.open(query, request, response),
    '/events': createEventStreams(),
    async '/step'(query, _request, response) {
      await streams.step(query.get('id') ?? '', query.get('do') ?? '', PATIENCE);
      response.writeHead(204).end();
    },
    async '/closed'(query, _request, response) {
      sendJson(response, { closed: await streams.closed(query.get('id') ?? '', PATIENCE) });
    },
    async '/taken'(query, _request, response) {
      sendJson(response, { bytes: await streams.taken(query.get('id') ?? '', PATIENCE) });
    },
    '/status': (query, _request, response) =>
      response.writeHead(Number(query.get('code')), { 'x-test': 'yes' }).end(),
    '/redirect': (query, _request, response) =>
      response.writeHead(302, { location: query.get('to') ?? '/' }).end(),
    '/json': (_query, _request, response) =>
      sendJson(response, { choices: [{ index: 0, message: { content: 'words' } }] }),
    '/wasm': (_query, _request, response) =>
      response.writeHead(200, { 'content-type': 'application/wasm' }).end(EMPTY_WASM),
    '/script-page': (query, _request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><script>${query.get('code') ?? ''}</script><title>A page</title>`),
    '/script.js': (query, _request, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(query.get('code') ?? ''),
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server');
    const route = routes[pathname];
    if (!route) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end('<!doctype html><title>A page</title><body><h1>A page</h1></body>');
      return;
    }
    if (searchParams.has('cors')) response.setHeader('access-control-allow-origin', '*');
    Promise.resolve(route(searchParams, request, response)).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
    });
  });
  const sockets = serveEcho();
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (accepted) =>
      sockets.emit('connection', accepted, request),
    );
  });
  const { port, close } = await listen(server);
  return {
    hooked: `http://hooked.localhost:${port}`,
    plain: `http://plain.localhost:${port}`,
    elsewhere: `http://elsewhere.localhost:${port}`,
    close() {
      for (const socket of sockets.clients) socket.terminate();
      close();
    },
  };
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/**
 * WebSockets that echo, each frame as the kind it arrived as; "close" closes with a code and a
 * reason, "reply 7" sends the frames of a reply with that seed, in fragments.
 */
function serveEcho(): WebSocketServer {
  const server = new WebSocketServer({
    noServer: true,
    handleProtocols: (asked) => [...asked][0] ?? false,
  });
  server.on('connection', (socket) => {
    socket.on('message', (frame, isBinary) => {
      const [word, seed] = isBinary ? [] : String(frame).split(' ');
      if (word === 'close') socket.close(4001, 'as asked');
      else if (word === 'reply') sendReply(socket, Number(seed));
      else socket.send(isBinary ? frame : String(frame));
    });
  });
  return server;
}

function sendReply(socket: WebSocket, seed: number): void {
  const random = randomFrom(seed);
  for (const frame of reply(random).split('\n\n')) {
    const at = Math.floor(random() * frame.length);
    socket.send(frame.slice(0, at), { fin: false });
    socket.send(frame.slice(at), { fin: true });
  }
}
