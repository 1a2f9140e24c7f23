import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createGateway } from './gateway.ts';
import type { GatewaySettings } from './settings.ts';
import { answerTo, MAX_HEAD, openRequest, targetOf } from './upstream.ts';

/** Milliseconds within which a client must have sent the head of a request. */
const HEAD_WITHIN = 20_000;

export type RunningGateway = Awaited<ReturnType<typeof startGateway>>;

/**
 * @param headWithin as `HEAD_WITHIN`
 * @throws if something listens there already
 */
export async function startGateway(settings: GatewaySettings, headWithin = HEAD_WITHIN) {
  const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(settings.listen) ?? [];
  const gateway = createGateway(settings);
  // Uploads and replies take as long as they take. Java's client asks each server for HTTP/2, which need not answer.
  const options = {
    maxHeaderSize: MAX_HEAD,
    requestTimeout: 0,
    requireHostHeader: false,
    // Node takes 0 from the line before, and half-sent heads would stay for ever.
    headersTimeout: headWithin,
    connectionsCheckingInterval: headWithin / 4,
    shouldUpgradeCallback: ({ headers }: { headers: { upgrade?: string } }) =>
      /^websocket$/i.test(headers.upgrade ?? ''),
  };
  let isClosing = false;
  const answer: RequestListener = (request, response) => {
    // Whoever asks again and again over one connection would keep it, and with it the server.
    response.shouldKeepAlive &&= !isClosing;
    response.once('finish', () => isClosing && request.socket.end());
    gateway.answer(request, response);
  };
  const { tls } = settings;
  const server = (
    tls ? createSecureServer({ ...options, ...tls }, answer) : createServer(options, answer)
  ).on('upgrade', gateway.upgrade);
  /** All connections: those of WebSockets are no longer the server's own. */
  const sockets = new Set<Socket>();
  server.on('connection', (socket) =>
    sockets.add(socket.on('close', () => sockets.delete(socket))),
  );
  /** Those of WebSockets, which have no end that could be awaited. */
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (_, socket) => {
    upgraded.add(socket.on('close', () => upgraded.delete(socket)));
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail).listen(Number(port), host.replace(/^\[|\]$/g, ''), done);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`${settings.listen} is already in use; choose another port with --listen`);
  });
  const { port: bound } = server.address() as AddressInfo;
  const origin = `http${tls ? 's' : ''}://${/^(?:0\.0\.0\.0|\[::\])$/.test(host) ? '127.0.0.1' : host}:${bound}`;
  return {
    /** Such as `http://127.0.0.1:8788`. */
    origin,
    servers: settings.upstreams.map((upstream) => {
      const address = `${origin}${upstream.path}/v1`;
      return {
        /** What to call in place of the server. */
        address,
        /** Where that goes. */
        target: targetOf(upstream, new URL(address)).href,
        /** @returns for a person why the server cannot be reached; null if it can */
        async missing(): Promise<string | null> {
          const asked = openRequest(upstream, new URL(`${address}/models`), 'GET', []);
          const answer = answerTo(asked.end(), upstream.url.host);
          // Nothing that a stopped gateway has to wait for.
          asked.on('socket', (socket) => socket.unref());
          const found = await answer;
          asked.destroy();
          return 'message' in found ? found.message : null;
        },
      };
    }),
    /** Takes no more requests. @param within milliseconds that replies in progress get to finish */
    async close(within = 1000): Promise<void> {
      isClosing = true;
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      upgraded.forEach((socket) => socket.destroy());
      const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), within);
      await closed;
      clearTimeout(timer);
    },
  };
}
