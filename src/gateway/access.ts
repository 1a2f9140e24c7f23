// Who may ask: clients with the gateway's own key, and pages of the origins that it is started with.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MEDIA_PATH } from '../normalizer/text/media-lines.ts';
import type { GatewaySettings } from './settings.ts';
import type { Refusal } from './upstream.ts';

/** Paths of the gateway itself, in addition to those of the servers. */
export const OWN = '/.stream-fixer/';

const HEALTH = `${OWN}health`;

/** Headers in which clients send a key, besides `authorization`: Anthropic's, Google's, Azure's. */
const KEY_HEADERS = ['x-api-key', 'x-goog-api-key', 'api-key'];

const CORS = ['origin', 'methods', 'headers', 'credentials'].map(
  (name) => `access-control-allow-${name}`,
);

export function createAccess({ hosts, key, upstreamKey, origins }: GatewaySettings) {
  const answersPages = origins.length > 0;

  /** @returns headers that the server gets in place of the client's: its key, where the client has sent its own */
  function added({ headers }: IncomingMessage): readonly string[] {
    if (upstreamKey === null) return [];
    const own = KEY_HEADERS.find((name) => headers[name] !== undefined);
    if (own !== undefined && headers.authorization === undefined) return [own, upstreamKey];
    return ['Authorization', `Bearer ${upstreamKey}`];
  }

  return {
    /** Names of headers of the server's that the gateway's own replace. */
    replaced: answersPages ? CORS : [],
    /**
     * Lets a page of an allowed origin read the answer (https://fetch.spec.whatwg.org/#http-cors-protocol).
     * @returns whether the page only asked if it may ask; that has been answered
     */
    isPreflight({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
      if (!answersPages || headers.origin === undefined) return false;
      if (origins.includes(headers.origin)) {
        response.setHeader('access-control-allow-origin', headers.origin);
        response.setHeader('access-control-expose-headers', '*');
      }
      if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined)
        return false;
      // The asterisk does not include `authorization`.
      const may = {
        'allow-methods': '*',
        'allow-headers': '*, Authorization',
        'allow-private-network': 'true',
      };
      for (const [name, value] of Object.entries(may))
        response.setHeader(`access-control-${name}`, value);
      response.writeHead(204).end();
      return true;
    },
    /** @returns the address that is asked for, of which only the path and the query count */
    admit({ url = '', headers, httpVersion }: IncomingMessage): URL | Refusal {
      // Whoever checks it, such as a balancer, may ask by an address, or name no host.
      if (url === HEALTH) return new URL(`http://server${url}`);
      // The target of a request line may be no valid address, or that of another server.
      const address = url.startsWith('/') ? `http://server${url}` : url;
      const host = `http://${headers.host}`;
      const isNameless = headers.host === undefined && httpVersion === '1.1';
      if (
        isNameless ||
        !/^(?:\/|https?:\/\/)/i.test(url) ||
        !URL.canParse(address) ||
        !URL.canParse(host)
      )
        return { status: 400, message: 'Ask for a path of the server.' };
      if (hosts && !hosts.includes(new URL(host).hostname))
        return {
          status: 403,
          message: 'This host name is not allowed. Start the gateway with --host to allow it.',
        };
      const asked = new URL(address);
      // The address of a picture is its key: a page that shows one sends no other.
      const isOpen = asked.pathname === HEALTH || asked.pathname.startsWith(MEDIA_PATH);
      if (key === null || isOpen) return asked;
      if (isSame(headers.authorization ?? '', `Bearer ${key}`)) return asked;
      if (KEY_HEADERS.some((name) => isSame(String(headers[name] ?? ''), key))) return asked;
      return {
        status: 401,
        message: "Send the gateway's own key: Authorization: Bearer KEY, or as X-Api-Key.",
      };
    },
    /** @returns names of headers that the server does not get. It may refuse pages of origins that nobody has allowed */
    withheld({ headers }: IncomingMessage): readonly string[] {
      const isAllowed = headers.origin !== undefined && origins.includes(headers.origin);
      const keys = key === null ? [] : ['authorization', ...KEY_HEADERS];
      return [...keys, ...(isAllowed ? ['origin'] : [])];
    },
    added,
    /** @returns headers by which the server knows who asks, for a request on the gateway's own account */
    proof(request: IncomingMessage): readonly string[] {
      const { authorization } = request.headers;
      const replaced = added(request);
      const isTheirs = authorization !== undefined && key === null && replaced.length === 0;
      return isTheirs ? ['Authorization', authorization] : replaced;
    },
  };
}

/** Takes as long for any text: the comparison needs the same length. */
function isSame(...texts: readonly [string, string]): boolean {
  const [one, other] = texts.map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one!, other!);
}
