// The gateway in Node: connects its HTTP server to the policy and to the servers; see start.ts. It
// moves bytes itself: Node's `fetch` costs more, keeps connections, decodes, and has neither
// sockets nor trailers (docs/gateway.md).

import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { type Duplex, pipeline } from 'node:stream';
import { concat } from '../../lib/bytes.ts';
import type { BodyNormalizer } from '../../normalizer/bodies/body-normalizer.ts';
import { askedIn } from '../../normalizer/requests/known-evidence.ts';
import { MEDIA_PATH } from '../../normalizer/text/media-lines.ts';
import { letGoWhenIdle } from '../../package/body-stream.ts';
import { OF_THE_BODY } from '../../package/with-body.ts';
import { FAILED, headersWithout, refused, type Head, type OwnAnswer } from '../head.ts';
import { createKnownServers } from '../known-servers.ts';
import { createPolicy, targetOf, type Forwarding, type GatewayMemory } from '../policy.ts';
import { readReply, type Exchange } from '../reply.ts';
import { createRequestLog, type Logged, type RequestLog } from '../request-log.ts';
import type { SentRequest } from '../sent-request.ts';
import type { GatewaySettings } from '../settings.ts';
import type { Pictures } from './pictures.ts';
import { cleanSent, headOf } from './read-request.ts';
import { answerTo, asking, openRequest } from './upstream.ts';

/**
 * Creates the handlers of the events of an HTTP server, none of which throws.
 * @param write called with each line of the log
 */
export function createGateway(
  settings: GatewaySettings,
  memory: GatewayMemory,
  pictures: Pictures,
  write: (line: string) => void,
) {
  const { media } = settings;
  const { counts } = memory;
  const log = createRequestLog(settings.log, counts, write);
  const policy = createPolicy(settings, memory, media ? pictures.answer : undefined);
  const { access } = policy;
  const know = createKnownServers(settings, asking);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const head = headOf(request);
    for (const [name, value] of Object.entries(access.forPage(head)))
      response.setHeader(name, value);
    const may = access.preflight(head);
    if (may) return void response.writeHead(204, may).end();
    const logged = follow(log, head, request, response);
    const to = policy.decide(head);
    if ('body' in to) return send(response, to);
    logged.goesTo(to.upstream.url.host);
    await know(to);
    return handOn(request, response, head, to, logged);
  }

  async function handOn(
    request: IncomingMessage,
    response: ServerResponse,
    head: Head,
    to: Forwarding,
    logged: Logged,
  ) {
    const { upstream } = to;
    const since = Date.now();
    const sent = await cleanSent(request, head, (body) => policy.expects(to, askedIn(body)));
    logged.removed('history', sent.markers);
    const outgoing = forward(request, head, sent, to);
    // Whoever leaves ends the reply, before its first byte as well.
    response.on('close', () => outgoing.destroy());
    const incoming = await answerTo(outgoing, upstream.url.host);
    if ('message' in incoming) {
      counts.add(response.destroyed ? 'left_total' : 'unreachable_total');
      logged.failed();
      return send(response, refused(incoming));
    }
    const { statusCode = 502, headers } = incoming;
    const ask = asking(upstream);
    const exchange = { settings, counts, policy, head, to, sent, logged, since, ask };
    const reader = readReply(
      { status: statusCode, header: (name) => headers[name]?.toString() ?? null },
      { ...exchange, media: mediaFor(request) },
    );
    response.sendDate = false;
    response.writeHead(
      statusCode,
      incoming.statusMessage,
      headersWithout(incoming.rawHeaders, [...access.replaced, ...(reader ? OF_THE_BODY : [])]),
    );
    response.flushHeaders();
    incoming.on('error', logged.failed);
    if (reader) {
      stream(incoming, response, reader.normalizer, reader.last);
      incoming.on('data', logged.frame);
    } else pass(incoming, response);
  }

  /** Returns the address of a picture that an answer hands over; undefined: none are shown. */
  function mediaFor(request: IncomingMessage): Exchange['media'] {
    if (!media) return undefined;
    const base = () => (media.url ?? originOf(request)) + MEDIA_PATH;
    return (path) => pictures.add(media.folder, path, base());
  }

  /** Forwards a request. */
  function forward(
    request: IncomingMessage,
    head: Head,
    sent: SentRequest,
    { upstream, asked }: Forwarding,
  ): ClientRequest {
    const { body } = sent;
    const headers = policy.headersFor(head, sent);
    if (body !== null) headers.push('Content-Length', String(Buffer.byteLength(body)));
    else if (head.header('transfer-encoding')) headers.push('Transfer-Encoding', 'chunked');
    const outgoing = openRequest(upstream, targetOf(upstream, asked), head.method, headers);
    if (body !== null) outgoing.end(body);
    // The server may answer before it has read everything.
    else pipeline(request, outgoing, () => {});
    return outgoing;
  }

  /** Forwards a request for another protocol, such as a WebSocket, whose bytes pass unread. */
  function upgrade(request: IncomingMessage, socket: Duplex, first: Buffer): void {
    socket.on('error', () => socket.destroy());
    const head = headOf(request);
    const followed = log.followSocket(head);
    // A pipe there and back has many of its own, and Node warns of a leak from the eleventh on.
    socket.setMaxListeners(20);
    socket.once('close', () => followed.over(request.socket.bytesWritten));
    const to = policy.route(head);
    if ('message' in to) {
      followed.answered(to.status, '');
      return void socket.end(startOf(to.status, to.message, []));
    }
    const { upstream, asked } = to;
    const own = ['Connection', 'Upgrade', 'Upgrade', head.header('upgrade') ?? ''];
    const headers = [...policy.headersFor(head, null), ...own];
    const outgoing = openRequest(upstream, targetOf(upstream, asked), head.method, headers);
    joinSocket(outgoing, socket, first, (status) => followed.answered(status, upstream.url.host));
  }

  return {
    answer: (request: IncomingMessage, response: ServerResponse): void =>
      void answer(request, response).catch(() => fail(response)),
    upgrade,
  };
}

/** Logs and counts a request as soon as it is over. */
function follow(
  log: RequestLog,
  head: Head,
  { socket }: IncomingMessage,
  response: ServerResponse,
): Logged {
  const before = socket.bytesWritten;
  const logged = log.follow(head, () => response.destroyed);
  response.once('close', () =>
    logged.over({
      status: response.headersSent ? response.statusCode : null,
      bytes: socket.bytesWritten - before,
      whole: response.writableFinished,
    }),
  );
  return logged;
}

/** @returns the gateway's origin as the client of a request reaches it */
function originOf({ headers, socket }: IncomingMessage): string {
  return new URL(`${'encrypted' in socket ? 'https' : 'http'}://${headers.host}`).origin;
}

/**
 * Joins a socket to the one that the server answers with, or ends it with the server's other
 * answer.
 * @param head what has arrived of the other protocol
 * @param onAnswer called with the status that the client gets
 */
function joinSocket(
  outgoing: ClientRequest,
  socket: Duplex,
  head: Buffer,
  onAnswer: (status: number) => void,
): void {
  socket.on('close', () => outgoing.destroy());
  outgoing.on('error', () => {
    onAnswer(502);
    socket.end(startOf(502, 'Bad Gateway', []));
  });
  outgoing.on('response', ({ statusCode = 502, statusMessage = '', rawHeaders }) => {
    onAnswer(statusCode);
    socket.end(startOf(statusCode, statusMessage, headersWithout(rawHeaders, ['content-length'])));
  });
  outgoing.on(
    'upgrade',
    ({ statusCode = 101, statusMessage = '', rawHeaders }, other: Duplex, first: Buffer) => {
      onAnswer(statusCode);
      socket.write(startOf(statusCode, statusMessage, rawHeaders));
      socket.write(first);
      other.write(head);
      pipeline(socket, other, socket, () => other.destroy());
    },
  );
  outgoing.end();
}

/** Our own code has failed: says so, or ends what has begun. */
function fail(response: ServerResponse): void {
  if (response.headersSent) breakOff(response);
  else send(response, refused(FAILED));
}

/** Sends an answer of the gateway's own. */
function send(response: ServerResponse, { status, headers, body }: OwnAnswer): void {
  response.writeHead(status, headers).end(body);
}

function startOf(status: number, words: string, headers: readonly string[]): Buffer {
  const lines = headers.flatMap((name, i) => (i % 2 === 0 ? `${name}: ${headers[i + 1]}\r\n` : []));
  return Buffer.from(`HTTP/1.1 ${status} ${words}\r\n${lines.join('')}\r\n`, 'latin1');
}

/** Passes a body on as it is. */
function pass(incoming: IncomingMessage, response: ServerResponse): void {
  incoming.on('error', () => breakOff(response)).pipe(response, { end: false });
  incoming.on('end', () => endWith(response, incoming));
}

/**
 * Passes a body on through its normalizer, no faster than the client reads it.
 * @param last called once all of it is written, for what follows; null for nothing
 */
function stream(
  incoming: IncomingMessage,
  response: ServerResponse,
  normalizer: BodyNormalizer,
  last: (() => Promise<Uint8Array>) | null,
): void {
  let rests = (): void => {};
  let isOver = false;
  /** What one read of the network brought: a server writes each frame as a chunk of its own. */
  let arrived: Buffer[] = [];

  function write(bytes: Uint8Array): void {
    if (bytes.length > 0 && !response.write(bytes)) incoming.pause();
  }

  function push(): void {
    if (isOver || arrived.length === 0) return;
    rests();
    const bytes = arrived.length === 1 ? arrived[0]! : Buffer.concat(arrived);
    arrived = [];
    // One write costs the system as much as the work on a frame.
    write(concat(normalizer.push(bytes)));
    rests = letGoWhenIdle(normalizer, write);
  }

  function end(how?: 'cut'): Uint8Array {
    push();
    isOver = true;
    rests();
    return normalizer.end(how);
  }

  incoming.on('data', (chunk: Buffer) => {
    if (arrived.push(chunk) === 1) process.nextTick(push);
  });
  response.on('drain', () => incoming.resume());
  incoming.on('end', () => {
    const rest = end();
    if (!last) return endWith(response, incoming, rest);
    if (rest.length > 0) response.write(rest);
    void last().then((bytes) => endWith(response, incoming, bytes));
  });
  incoming.on('error', () => {
    if (isOver) return;
    write(end('cut'));
    breakOff(response);
  });
  response.on('close', () => {
    if (!isOver) end('cut');
  });
}

/** Ends an answer with the trailers that the server sent, such as the status of gRPC. */
function endWith(response: ServerResponse, { rawTrailers }: IncomingMessage, rest?: Uint8Array) {
  const pairs = rawTrailers.flatMap((name, i) =>
    i % 2 === 0 ? [[name, rawTrailers[i + 1] ?? ''] as [string, string]] : [],
  );
  if (pairs.length > 0) response.addTrailers(pairs);
  response.end(rest);
}

/**
 * Ends an answer so that the client gets what was written, and notices that it is not whole. In
 * HTTP/1.0 the end of the connection is that of the answer: only a reset tells it from a whole one.
 */
function breakOff({ socket, req: { httpVersion } }: ServerResponse): void {
  setImmediate(() => {
    if (httpVersion === '1.1' || !socket) return socket?.destroySoon();
    const cut = (): void =>
      void ('encrypted' in socket ? socket.destroy() : socket.resetAndDestroy());
    if (socket.writableLength === 0) cut();
    else socket.once('drain', cut);
  });
}
