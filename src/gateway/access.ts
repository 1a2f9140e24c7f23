// Who may ask: clients with the gateway's own key, and pages of the origins that it is started
// with.

import { MEDIA_PATH } from '../normalizer/text/media-lines.ts';
import type { Head, RawHeaders, Refusal } from './head.ts';
import type { PolicySettings } from './settings.ts';

/** Paths of the gateway itself, in addition to those of the servers. */
export const OWN = '/.stream-fixer/';

const HEALTH = `${OWN}health`;

/** Headers in which clients send a key, besides `authorization`: Anthropic's, Google's, Azure's. */
const KEY_HEADERS = ['x-api-key', 'x-goog-api-key', 'api-key'];

const CORS = ['origin', 'methods', 'headers', 'credentials'].map(
  (name) => `access-control-allow-${name}`,
);

export function createAccess({ hosts, key, upstreamKey, origins }: PolicySettings) {
  const answersPages = origins.length > 0;

  function isAllowed(origin: string | null): boolean {
    return origin !== null && origins.includes(origin);
  }

  /**
   * @returns headers that the server gets in place of the client's: its key, where the client has
   * sent its own
   */
  function added(head: Head): RawHeaders {
    if (upstreamKey === null) return [];
    const own = KEY_HEADERS.find((name) => head.header(name) !== null);
    if (own !== undefined && head.header('authorization') === null) return [own, upstreamKey];
    return ['Authorization', `Bearer ${upstreamKey}`];
  }

  return {
    /** Names of headers of the server's that the gateway's own replace. */
    replaced: answersPages ? CORS : [],
    /**
     * @returns headers of any answer, by which a page of an allowed origin may read it
     * (https://fetch.spec.whatwg.org/#http-cors-protocol)
     */
    forPage(head: Head): Readonly<Record<string, string>> {
      const origin = head.header('origin');
      if (origin === null || !isAllowed(origin)) return {};
      return { 'access-control-allow-origin': origin, 'access-control-expose-headers': '*' };
    },
    /**
     * @returns more headers, of the answer to a page that only asks if it may ask; null for any
     * other request
     */
    preflight(head: Head): Readonly<Record<string, string>> | null {
      const asks = head.method === 'OPTIONS' && head.header('access-control-request-method');
      if (!answersPages || head.header('origin') === null || !asks) return null;
      return {
        'access-control-allow-methods': '*',
        // The asterisk does not include `authorization`.
        'access-control-allow-headers': '*, Authorization',
        'access-control-allow-private-network': 'true',
      };
    },
    /** @returns the address that is asked for, of which only the path and the query count */
    admit(head: Head): URL | Refusal {
      const { target } = head;
      // Whoever checks it, such as a balancer, may ask by an address, or name no host.
      if (target === HEALTH) return new URL(`http://server${target}`);
      // The target of a request line may be no valid address, or that of another server.
      const address = target.startsWith('/') ? `http://server${target}` : target;
      const host = head.header('host');
      const isNamed = host === null ? head.mayBeNameless : URL.canParse(`http://${host}`);
      if (!isNamed || !/^(?:\/|https?:\/\/)/i.test(target) || !URL.canParse(address))
        return { status: 400, message: 'Ask for a path of the server.' };
      if (hosts && (host === null || !hosts.includes(new URL(`http://${host}`).hostname)))
        return {
          status: 403,
          message: 'This host name is not allowed. Start the gateway with --host to allow it.',
        };
      const asked = new URL(address);
      // The address of a picture is its key: a page that shows one sends no other.
      const isOpen = asked.pathname === HEALTH || asked.pathname.startsWith(MEDIA_PATH);
      if (key === null || isOpen) return asked;
      if (isSame(head.header('authorization') ?? '', `Bearer ${key}`)) return asked;
      if (KEY_HEADERS.some((name) => isSame(head.header(name) ?? '', key))) return asked;
      return {
        status: 401,
        message: "Send the gateway's own key: Authorization: Bearer KEY, or as X-Api-Key.",
      };
    },
    /**
     * @returns names of headers that the server does not get. It may refuse pages of origins that
     * nobody has allowed
     */
    withheld(head: Head): readonly string[] {
      const keys = key === null ? [] : ['authorization', ...KEY_HEADERS];
      return [...keys, ...(isAllowed(head.header('origin')) ? ['origin'] : [])];
    },
    added,
    /**
     * @returns headers by which the server knows who asks, for a request on the gateway's own
     * account
     */
    proof(head: Head): RawHeaders {
      const authorization = head.header('authorization');
      const replaced = added(head);
      const isTheirs = authorization !== null && key === null && replaced.length === 0;
      return isTheirs ? ['Authorization', authorization] : replaced;
    },
  };
}

/**
 * Takes as long for any text of a length, whatever it should be: no character of a key can be found
 * by trying. Not every runtime compares so for us without a promise.
 */
export function isSame(given: string, expected: string): boolean {
  let differs = given.length ^ expected.length;
  for (let i = 0; i < given.length; i++)
    differs |= given.charCodeAt(i) ^ expected.charCodeAt(i % expected.length);
  return differs === 0;
}
