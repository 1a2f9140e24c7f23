// The gateway: the normalizer between any client and one server, as handlers of Node's HTTP server; see start.ts.

import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { type Duplex, pipeline } from 'node:stream';
import { concat } from '../lib/bytes.ts';
import { createBodyNormalizer, type BodyNormalizer } from '../normalizer/bodies/body-normalizer.ts';
import {
  askedIn,
  createKnownEvidence,
  type KnownEvidence,
} from '../normalizer/requests/known-evidence.ts';
import type { TextSource } from '../normalizer/text/evidence.ts';
import { MEDIA_PATH } from '../normalizer/text/media-lines.ts';
import { letGoWhenIdle } from '../package/body-stream.ts';
import { OF_THE_BODY } from '../package/with-body.ts';
import { writtenCalls } from '../package/written-calls.ts';
import { createAccess, OWN } from './access.ts';
import { createCounts, type Counts } from './counts.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { createProgressOut } from './progress-out.ts';
import { createRequestLog, type Logged } from './request-log.ts';
import { cleanSent, type SentRequest } from './sent-request.ts';
import {
  FORM_WORDS,
  readForm,
  type GatewaySettings,
  type ProgressForm,
  type Upstream,
} from './settings.ts';
import { answerTo, headersWithout, openRequest, targetOf, type Refusal } from './upstream.ts';

/** Request header that asks for a form of progress; never forwarded. */
const PROGRESS_HEADER = 'x-stream-fixer-progress';

/** What gateways remember, in memory only, and hand on to the next when their options are read again. */
export type GatewayMemory = ReturnType<typeof createMemory>;

/** Counts, pictures, and which servers, or which of their models, are known to be Hermes. */
export function createMemory() {
  const servers = new Map<string, { isHermes: boolean; evidence: KnownEvidence }>();
  return {
    counts: createCounts(),
    pictures: createPictures(),
    of({ path, url }: Upstream) {
      const name = `${path}=${url.href}`;
      const known = servers.get(name) ?? { isHermes: false, evidence: createKnownEvidence() };
      servers.set(name, known);
      return known;
    },
  };
}

/**
 * Creates the handlers of the events of an HTTP server, none of which throws.
 * @param write called with each line of the log
 */
export function createGateway(
  settings: GatewaySettings,
  memory: GatewayMemory,
  write: (line: string) => void,
) {
  const { repairs, rules, media } = settings;
  const { counts, pictures } = memory;
  const log = createRequestLog(settings.log, counts, write);
  const access = createAccess(settings);
  const withheld = (request: IncomingMessage) => [
    'host',
    PROGRESS_HEADER,
    ...access.withheld(request),
  ];
  const servers = settings.upstreams.map((upstream) => ({
    upstream,
    known: memory.of(upstream),
  }));
  type Route = (typeof servers)[number] & { readonly asked: URL };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (access.isPreflight(request, response)) return;
    const asked = access.admit(request);
    const logged = log.follow(request, response);
    if ('message' in asked) return refuse(response, asked);
    if (asked.pathname.startsWith(OWN))
      return answerOwn(request, response, asked.pathname, counts, media && pictures);
    const route = routeTo(asked);
    if ('message' in route) return refuse(response, route);
    const word = request.headers[PROGRESS_HEADER];
    const form = word === undefined ? settings.progress : readForm(String(word));
    if (!form)
      return refuse(response, { status: 400, message: `${PROGRESS_HEADER} is ${FORM_WORDS}.` });
    logged.goesTo(route.upstream.url.host);
    return handOn(request, response, route, form, logged);
  }

  /** @returns where a request goes */
  function routeTo(asked: URL): Route | Refusal {
    const found = servers.find(({ upstream: { path } }) =>
      `${asked.pathname}/`.startsWith(`${path}/`),
    );
    if (found) return { ...found, asked };
    const paths = servers.map(({ upstream: { path } }) => path).join(', ');
    return { status: 404, message: `No server is at this path. There are: ${paths}` };
  }

  async function handOn(
    request: IncomingMessage,
    response: ServerResponse,
    route: Route,
    form: ProgressForm,
    logged: Logged,
  ) {
    const { upstream, known, asked } = route;
    const since = Date.now();
    const expects = (source: TextSource): boolean =>
      settings.isHermes || known.isHermes || known.evidence.expects(source);
    const sent = await cleanSent(request, (body) => expects(askedIn(body)));
    const source = askedIn(sent.text);
    logged.removed('history', sent.markers);
    const outgoing = send(request, sent, route);
    // Whoever leaves ends the reply, before its first byte as well.
    response.on('close', () => outgoing.destroy());
    const incoming = await answerTo(outgoing, upstream.url.host);
    if ('message' in incoming) {
      counts.add(response.destroyed ? 'left_total' : 'unreachable_total');
      logged.failed();
      return refuse(response, incoming);
    }
    const { statusCode = 502, headers } = incoming;
    const type = headers['content-type'] ?? '';
    const isStream = type.startsWith('text/event-stream');
    // Errors, partial content, compressed bodies, and answers to other requests pass untouched.
    const isRead =
      statusCode === 200 &&
      (isStream || sent.asksReply) &&
      /^(?:identity)?$/i.test(headers['content-encoding'] ?? '');
    const out = isRead && isStream && form !== 'drop' ? createProgressOut(form, since) : null;
    const normalizer = isRead
      ? createBodyNormalizer({
          contentType: type || null,
          url: isStream ? asked.pathname + asked.search : '',
          conversation: request.headers['x-conversation-id']?.toString() ?? null,
          sessionId: headers['x-hermes-session-id']?.toString() ?? null,
          isReply: sent.asksReply,
          isReadNext: true,
          repairs,
          added: settings.writtenCalls ? writtenCalls(sent.text) : null,
          rules,
          media: media
            ? (path) =>
                pictures.add(media.folder, path, (media.url ?? originOf(request)) + MEDIA_PATH)
            : undefined,
          expectsMarkers: () => sent.showsMarkers || expects(source),
          report(event) {
            if (event.type === 'marker') logged.removed('reply', 1);
            if (event.type === 'repair') logged.repaired(event.id);
            if (event.type === 'evidence') known.evidence.found(event.evidence, source);
            out?.onEvent(event);
          },
          onBroken() {
            counts.add('failures_total');
            logged.failed();
          },
        })
      : null;
    response.sendDate = false;
    response.writeHead(
      statusCode,
      incoming.statusMessage,
      headersWithout(incoming.rawHeaders, [...access.replaced, ...(normalizer ? OF_THE_BODY : [])]),
    );
    response.flushHeaders();
    incoming.on('error', logged.failed);
    if (normalizer) {
      const session = headers['x-hermes-session-id']?.toString() ?? null;
      const place = { upstream, asked, session, proof: access.proof(request), since };
      stream(
        incoming,
        response,
        counted(out?.around(normalizer) ?? normalizer, counts),
        out && (() => out.last(place)),
      );
      incoming.on('data', logged.frame);
    } else pass(incoming, response);
  }

  /** Forwards a request. */
  function send(
    request: IncomingMessage,
    { body, asksReply }: SentRequest,
    { upstream, asked }: Route,
  ) {
    const { method = 'GET', rawHeaders } = request;
    const replaced = [...withheld(request), ...(body === null ? [] : ['content-length'])];
    // The body must arrive uncompressed to be read.
    const headers = headersWithout(
      rawHeaders,
      asksReply ? [...replaced, 'accept-encoding'] : replaced,
    );
    headers.push(...access.added(request));
    if (asksReply) headers.push('Accept-Encoding', 'identity');
    if (body !== null) headers.push('Content-Length', String(Buffer.byteLength(body)));
    else if (request.headers['transfer-encoding']) headers.push('Transfer-Encoding', 'chunked');
    const outgoing = openRequest(upstream, targetOf(upstream, asked), method, headers);
    if (body !== null) outgoing.end(body);
    // The server may answer before it has read everything.
    else pipeline(request, outgoing, () => {});
    return outgoing;
  }

  /** Forwards a request for another protocol, such as a WebSocket, whose bytes pass unread. */
  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const answered = log.followSocket(request, socket);
    const asked = access.admit(request);
    const route = 'message' in asked ? asked : routeTo(asked);
    if ('message' in route) {
      answered(route.status, '');
      return void socket.end(headOf(route.status, route.message, []));
    }
    const { upstream } = route;
    const own = ['Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? ''];
    const headers = [
      ...headersWithout(request.rawHeaders, withheld(request)),
      ...access.added(request),
      ...own,
    ];
    const target = targetOf(upstream, route.asked);
    const outgoing = openRequest(upstream, target, request.method ?? 'GET', headers);
    joinSocket(outgoing, socket, head, (status) => answered(status, upstream.url.host));
  }

  return {
    answer: (request: IncomingMessage, response: ServerResponse): void =>
      void answer(request, response).catch(() => fail(response)),
    upgrade,
  };
}

/** Counts a reply as long as its normalizer works. */
function counted(normalizer: BodyNormalizer, counts: Counts): BodyNormalizer {
  counts.add('replies_total');
  counts.add('replies_open');
  return {
    ...normalizer,
    end(how) {
      counts.add('replies_open', {}, -1);
      return normalizer.end(how);
    },
  };
}

/** @returns the gateway's origin as the client of a request reaches it */
function originOf({ headers, socket }: IncomingMessage): string {
  return new URL(`${'encrypted' in socket ? 'https' : 'http'}://${headers.host}`).origin;
}

/**
 * Answers a request for one of the gateway's own paths.
 * @param pictures null if it has none
 */
function answerOwn(
  { method = '' }: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  counts: Counts,
  pictures: Pictures | null,
): void {
  const path = pathname.slice(OWN.length);
  if (/^(?:GET|HEAD)$/.test(method) && pathname.startsWith(MEDIA_PATH))
    if (pictures?.answer(pathname.slice(MEDIA_PATH.length), response)) return;
  if (path === 'health')
    return void response.setHeader('content-type', 'application/json').end('{"status":"ok"}');
  if (path === 'metrics')
    return void response.setHeader('content-type', 'text/plain; version=0.0.4').end(counts.text());
  refuse(response, { status: 404, message: `The gateway has ${OWN}health and ${OWN}metrics.` });
}

/**
 * Joins a socket to the one that the server answers with, or ends it with the server's other answer.
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
    socket.end(headOf(502, 'Bad Gateway', []));
  });
  outgoing.on('response', ({ statusCode = 502, statusMessage = '', rawHeaders }) => {
    onAnswer(statusCode);
    socket.end(headOf(statusCode, statusMessage, headersWithout(rawHeaders, ['content-length'])));
  });
  outgoing.on(
    'upgrade',
    ({ statusCode = 101, statusMessage = '', rawHeaders }, other: Duplex, first: Buffer) => {
      onAnswer(statusCode);
      socket.write(headOf(statusCode, statusMessage, rawHeaders));
      socket.write(first);
      other.write(head);
      pipeline(socket, other, socket, () => other.destroy());
    },
  );
  outgoing.end();
}

/** Our own code has failed: says so, or ends what has begun. */
function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else refuse(response, { status: 500, message: 'The gateway failed. This is a defect of it.' });
}

/** Answers with an error in the shape that clients of OpenAI's API show to people. */
function refuse(response: ServerResponse, { status, message }: Refusal): void {
  const error = { message, type: 'stream_fixer_gateway', code: status };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}

function headOf(status: number, words: string, headers: readonly string[]): Buffer {
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

/** Ends an answer so that the client gets what was written, and notices that it is not whole. */
function breakOff({ socket }: ServerResponse): void {
  setImmediate(() => socket?.destroySoon());
}
