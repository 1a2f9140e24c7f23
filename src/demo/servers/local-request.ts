/** Whom a server on this machine answers: its own pages and programs of this machine, not other sites. */
import type { IncomingMessage } from 'node:http';

/** A path of this server: `//host/…` and `/\host/…` name another host to whoever joins them to an origin. */
const PATH = /^\/(?![/\\])/;

/** Why a request gets no answer. */
export interface Refusal {
  readonly status: 400 | 403;
  readonly message: string;
}

/**
 * Any page of the browser can send requests to this machine, with or without an `Origin`, and a name that was rebound to
 * it makes its page one of the server's own: so all that the browser says of where a request comes from must fit.
 * @returns null for a request that may be answered
 */
export function refusalOf({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): Refusal | null {
  if (!PATH.test(url ?? '')) return { status: 400, message: 'Ask for a path of this server.' };
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  const isOwnHost = /^(?:127\.0\.0\.1|localhost)(?::\d{1,5})?$/.test(host);
  const isOwnOrigin = origin === undefined || origin === `http://${host}`;
  // "none": a person typed the address. Programs say nothing, nor do old browsers.
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
  if (isOwnHost && isOwnOrigin && isOwnSite) return null;
  return { status: 403, message: 'Only the page of this server, and programs of this machine, may ask it.' };
}
