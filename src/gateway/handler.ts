// The gateway as one function from a request to its answer, for runtimes whose servers speak the
// web's `Request` and `Response`. Node's gateway is built of the same parts: see node/gateway.ts.

import { concat, NO_BYTES } from '../lib/bytes.ts';
import type { BodyNormalizer } from '../normalizer/bodies/body-normalizer.ts';
import { askedIn } from '../normalizer/requests/known-evidence.ts';
import { bodyStream } from '../package/body-stream.ts';
import { OF_THE_BODY } from '../package/with-body.ts';
import {
  FAILED,
  headersWithout,
  refused,
  type Head,
  type OwnAnswer,
  type RawHeaders,
} from './head.ts';
import { createKnownServers } from './known-servers.ts';
import { createMemory, createPolicy, targetOf, type Forwarding } from './policy.ts';
import type { Ask } from './recorded.ts';
import { readReply, type ReplyReader } from './reply.ts';
import { createRequestLog, type Logged } from './request-log.ts';
import { cleanBody, MAX_BODY, mayBeChat, UNREAD, type SentRequest } from './sent-request.ts';
import type { PolicySettings } from './settings.ts';

/** What a runtime has for the gateway. */
export interface Runtime {
  /** As that of the web; a body that nobody reads passes as it came, compressed or not. */
  readonly fetch: (address: string, options: RequestInit) => Promise<Response>;
  /** Called with each line of the log. */
  readonly write: (line: string) => void;
}

/** Status of an answer that goes on as a WebSocket. */
const IS_SOCKET = 101;

/**
 * @returns answers a request, and never throws. `later` is called with work that goes on after the
 * answer. What it remembers may be lost at any time: the next one finds it out again
 */
export function createHandler(settings: PolicySettings, { fetch: send, write }: Runtime) {
  const memory = createMemory();
  const { counts } = memory;
  const log = createRequestLog(settings.log, counts, write);
  const policy = createPolicy(settings, memory);
  const { access } = policy;
  const ask = askOver(send);
  const know = createKnownServers(settings, () => ask);

  async function handOn(
    request: Request,
    head: Head,
    to: Forwarding,
    logged: Logged,
  ): Promise<Response> {
    const since = Date.now();
    const { sent, body } = await readSent(request, head, (text) =>
      policy.expects(to, askedIn(text)),
    );
    logged.removed('history', sent.markers);
    const init = initOf(request, head, policy.headersFor(head, sent), body);
    const answer = await send(targetOf(to.upstream, to.asked).href, init).catch(() => null);
    if (!answer) {
      counts.add(request.signal.aborted ? 'left_total' : 'unreachable_total');
      logged.failed();
      return over(toResponse(refused(unreachable(to.upstream.url.host))), request, logged);
    }
    // Only the runtime's own answer holds the socket.
    if (answer.status === IS_SOCKET) return over(answer, request, logged);
    const { status, statusText } = answer;
    const exchange = { settings, counts, policy, head, to, sent, logged, since, ask };
    const answered = { status, header: (name: string) => answer.headers.get(name) };
    const reader = answer.body && readReply(answered, exchange);
    const gone = [...access.replaced, ...(reader ? OF_THE_BODY : [])];
    const kept = toHeaders(headersWithout([...answer.headers].flat(), gone));
    const options = { status, statusText, headers: kept };
    if (!reader || !answer.body) return over(new Response(answer.body, options), request, logged);
    return new Response(stream(answer.body, reader, status, logged), options);
  }

  /** Notes a request whose answer is the runtime's own to pass on. */
  function over(response: Response, { signal }: Request, logged: Logged): Response {
    logged.over({ status: signal.aborted ? null : response.status });
    return response;
  }

  async function answer(
    request: Request,
    head: Head,
    later: (work: Promise<unknown>) => void,
  ): Promise<Response> {
    const may = access.preflight(head);
    if (may) return new Response(null, { status: 204, headers: may });
    const logged = log.follow(head, () => request.signal.aborted);
    try {
      const to = policy.decide(head);
      if ('body' in to) return over(toResponse(to), request, logged);
      logged.goesTo(to.upstream.url.host);
      await know(to, later);
      return await handOn(request, head, to, logged);
    } catch {
      logged.failed();
      return over(toResponse(refused(FAILED)), request, logged);
    }
  }

  return async (request: Request, later: (work: Promise<unknown>) => void): Promise<Response> => {
    const head = headOf(request);
    const response = await answer(request, head, later);
    // The headers of a socket's answer are the runtime's own, and no page reads them.
    if (response.status !== IS_SOCKET)
      for (const [name, value] of Object.entries(access.forPage(head)))
        response.headers.set(name, value);
    return response;
  };
}

/** Asks servers as a runtime can. */
function askOver(send: Runtime['fetch']): Ask {
  return async (target, headers, { within, atMost }) => {
    try {
      const signal = AbortSignal.timeout(within);
      const init = { headers: toHeaders(headers), redirect: 'manual', signal } as const;
      const { status, body } = await send(target.href, init);
      return { status, text: body ? await readStart(body, atMost) : '' };
    } catch {
      return unreachable(target.host);
    }
  };
}

/** @returns how a request goes on to a server, with the headers that it gets */
function initOf({ method, signal }: Request, head: Head, sent: RawHeaders, body: BodyInit | null) {
  const headers = toHeaders(sent);
  // It is told by the body itself.
  if (body !== null) headers.delete('content-length');
  const isSocket = /^websocket$/i.test(head.header('upgrade') ?? '');
  if (isSocket) headers.set('upgrade', 'websocket');
  return { method, headers, body, redirect: 'manual', signal, duplex: 'half' } as const;
}

function headOf(request: Request): Head {
  const { host, pathname, search } = new URL(request.url);
  return {
    method: request.method,
    target: pathname + search,
    headers: [...request.headers].flat(),
    mayBeNameless: false,
    header: (name) => (name === 'host' ? host : request.headers.get(name)),
  };
}

function toHeaders(headers: RawHeaders): Headers {
  const made = new Headers();
  headers.forEach((name, i) => i % 2 === 0 && made.append(name, headers[i + 1] ?? ''));
  return made;
}

function toResponse({ status, headers, body }: OwnAnswer): Response {
  return new Response(body, { status, headers });
}

/** Why there is no answer, the runtime does not say. */
function unreachable(host: string) {
  return { status: 502, message: `${host} cannot be reached, or closed the connection.` };
}

/**
 * Reads the body of a request and removes markers from its history.
 * @returns with it the body to forward, which is the rest of a long one, too
 */
async function readSent(
  request: Request,
  head: Head,
  isKnown: (text: string | null) => boolean,
): Promise<{ sent: SentRequest; body: BodyInit | null }> {
  if (!request.body || !mayBeChat(head)) return { sent: UNREAD, body: request.body };
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > MAX_BODY) return { sent: UNREAD, body: following(parts, reader) };
  }
  const sent = cleanBody(new Uint8Array(concat(parts)), head, isKnown);
  return { sent, body: sent.body };
}

/** @returns a body of which a part was read already, from its beginning */
function following(
  parts: Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const value = parts.shift() ?? (await reader.read()).value;
      if (value) controller.enqueue(value);
      else controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** @returns the text of a body as far as it came, or as long as it may be */
async function readStart(body: ReadableStream<Uint8Array>, atMost: number): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length <= atMost) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    await reader.cancel();
  } catch {
    // It broke off.
  }
  return text;
}

/** @returns the cleaned body of an answer, whose request is over with it */
function stream(
  body: ReadableStream<Uint8Array>,
  { normalizer, last }: ReplyReader,
  status: number,
  logged: Logged,
): ReadableStream<Uint8Array> {
  let bytes = 0;
  let [hasEnded, isOver] = [false, false];

  function counted<Part extends Uint8Array>(part: Part): Part {
    bytes += part.length;
    return part;
  }

  function finish(whole: boolean): void {
    if (!isOver) logged.over({ status, bytes, whole });
    isOver = true;
  }

  const followed: BodyNormalizer = {
    push(chunk) {
      logged.frame();
      return normalizer.push(chunk).map(counted);
    },
    end(how) {
      const rest = hasEnded ? NO_BYTES : counted(normalizer.end(how));
      hasEnded = true;
      if (how === 'cut' || !last) finish(how !== 'cut');
      return rest;
    },
    idle: () => counted(normalizer.idle()),
    waits: () => normalizer.waits(),
  };
  return bodyStream(body, followed, {
    last:
      last &&
      (() =>
        last()
          .then(counted)
          .finally(() => finish(true))),
    onFailure: logged.failed,
  });
}
