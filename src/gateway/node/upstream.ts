import { Agent, type ClientRequest, type IncomingMessage, request as askPlain } from 'node:http';
import { Agent as SecureAgent, request as askSecurely } from 'node:https';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { RawHeaders, Refusal } from '../head.ts';
import type { Ask, ReadLimits } from '../recorded.ts';
import type { Upstream } from '../settings.ts';

/** Longest head of a request or an answer, in bytes. */
export const MAX_HEAD = 256 * 1024;
/** Milliseconds within which a server must take a connection. */
export const CONNECTS_WITHIN = 15_000;
/** Most interim answers (`103 Early Hints`) before the final one. */
const MAX_INTERIM = 100;

/** They keep no connection; one for all requests, as its making costs. */
const [PLAIN, SECURE] = [new Agent({ keepAlive: false }), new SecureAgent({ keepAlive: false })];

/**
 * Opens a request over a connection of its own: a server may close a connection that it kept alive
 * just as the next request is sent, and nobody can then say whether that request was processed.
 * @param target an address of that server
 * @param headers with the length of the body, if it has one
 */
export function openRequest(
  upstream: Upstream,
  target: URL,
  method: string,
  headers: RawHeaders,
): ClientRequest {
  const isSecure = target.protocol === 'https:';
  const options = {
    hostname: target.hostname.replace(/^\[|\]$/g, ''),
    port: target.port,
    path: target.pathname + target.search,
    method,
    headers: ['Host', target.host, ...headers],
    agent: isSecure ? SECURE : PLAIN,
    maxHeaderSize: MAX_HEAD,
  } as const;
  if (!isSecure) return askPlain(options);
  // As https://nodejs.org/api/https.html#httpsrequestoptions-callback says; the types lack it.
  const secure = { ...options, secureContext: contextOf(upstream) };
  return askSecurely(secure);
}

/** Made once for each server: it takes some 10 ms, as it reads all certificates. */
const CONTEXTS = new WeakMap<Upstream, SecureContext>();

/** @returns undefined for a server without certificates of its own */
function contextOf(upstream: Upstream): SecureContext | undefined {
  const { certificates } = upstream;
  if (certificates === undefined) return undefined;
  const known = CONTEXTS.get(upstream);
  if (known) return known;
  const made = createSecureContext({ ca: [...rootCertificates, certificates] });
  CONTEXTS.set(upstream, made);
  return made;
}

/**
 * @param host of the server, for people
 * @returns the answer, or why there is none
 */
export function answerTo(asked: ClientRequest, host: string): Promise<IncomingMessage | Refusal> {
  let interim = 0;
  const late = setTimeout(
    () => asked.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })),
    CONNECTS_WITHIN,
  );
  const isSecure = asked.protocol === 'https:';
  asked.on('socket', (socket) =>
    socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(late)),
  );
  return new Promise((done) => {
    asked.on('response', done);
    asked.on('error', ({ code }: NodeJS.ErrnoException) => done(reasonOf(host, code)));
    asked.on('close', () => {
      clearTimeout(late);
      done(reasonOf(host));
    });
    asked.on('information', () => {
      if (++interim > MAX_INTERIM) asked.destroy();
    });
  });
}

/** @returns how to ask a server on the gateway's own account */
export function asking(upstream: Upstream): Ask {
  return (target, own, limits) => askText(upstream, target, own, limits);
}

async function askText(
  upstream: Upstream,
  target: URL,
  headers: RawHeaders,
  { within, atMost }: ReadLimits,
): Promise<{ readonly status: number; readonly text: string } | Refusal> {
  const request = openRequest(upstream, target, 'GET', headers);
  const answer = answerTo(request.end(), upstream.url.host);
  // Nothing that a stopped gateway has to wait for.
  request.on('socket', (socket) => socket.unref());
  const late = setTimeout(
    () => request.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })),
    within,
  ).unref();
  const found = await answer;
  try {
    if ('message' in found) return found;
    return { status: found.statusCode ?? 502, text: await readStart(found, atMost) };
  } finally {
    clearTimeout(late);
    request.destroy();
  }
}

async function readStart(answer: IncomingMessage, atMost: number): Promise<string> {
  answer.setEncoding('utf8');
  let text = '';
  try {
    for await (const part of answer as AsyncIterable<string>) {
      text += part;
      if (text.length > atMost) break;
    }
  } catch {
    // It broke off.
  }
  return text;
}

/**
 * @param host with its port
 * @param code of the error, such as ECONNREFUSED
 */
export function reasonOf(host: string, code = ''): Refusal {
  if (code === 'ETIMEDOUT')
    return {
      status: 504,
      message: `${host} did not answer within ${CONNECTS_WITHIN / 1000} seconds.`,
    };
  return { status: 502, message: wordsFor(host, code) };
}

function wordsFor(host: string, code: string): string {
  if (code === 'ECONNREFUSED') return `Nothing listens at ${host}.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `There is no server named ${host.replace(/:\d+$/, '')}.`;
  if (/UNREACH|HOSTDOWN/.test(code))
    return `There is no way to ${host} from this machine (${code}).`;
  if (code === 'EPROTO') return `${host} does not speak TLS: use http:// in --upstream.`;
  if (/CERT|SELF_SIGNED|UNABLE_TO|SSL|TLS/.test(code))
    return `The certificate of ${host} cannot be trusted (${code}).`;
  if (code.startsWith('HPE_')) return `${host} does not speak HTTP.`;
  return `${host} closed the connection without an answer.`;
}
