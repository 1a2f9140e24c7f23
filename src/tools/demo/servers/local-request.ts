/**
 * Decides whom a server on this machine answers: its own pages and programs of this machine, not
 * other sites.
 */
import type { IncomingMessage } from 'node:http';

/**
 * Any page of the browser can send requests to this machine, with or without an `Origin`, and with
 * DNS rebinding a page appears to be the server's own; so everything the browser says about the
 * source of a request must fit.
 * @returns why a request is refused; null for one that may be answered
 */
export function refusalOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  const isOwnHost = /^(?:127\.0\.0\.1|localhost)(?::\d{1,5})?$/.test(host);
  const isOwnOrigin = origin === undefined || origin === `http://${host}`;
  // "none": a person typed the URL. Programs and old browsers send nothing.
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
  if (isOwnHost && isOwnOrigin && isOwnSite) return null;
  return 'Only the page of this server, and programs of this machine, may ask it.';
}
