// Who may ask: clients with the gateway's own key, and pages of the origins that it is started with.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewaySettings } from './settings.ts';
import type { Refusal } from './upstream.ts';

/** Paths of the gateway itself, in addition to those of the servers. */
export const OWN = '/.stream-fixer/';

const CORS = ['origin', 'methods', 'headers', 'credentials'].map(
  (name) => `access-control-allow-${name}`,
);

export function createAccess({ hosts, key, upstreamKey, origins }: GatewaySettings) {
  const answersPages = origins.length > 0;

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
    admit({ url = '', headers }: IncomingMessage): URL | Refusal {
      // The target of a request line may be no valid address, or that of another server.
      const address = url.startsWith('/') ? `http://server${url}` : url;
      const host = `http://${headers.host}`;
      if (!/^(?:\/|https?:\/\/)/i.test(url) || !URL.canParse(address) || !URL.canParse(host))
        return { status: 400, message: 'Ask for a path of the server.' };
      if (hosts && !hosts.includes(new URL(host).hostname))
        return {
          status: 403,
          message: 'This host name is not allowed. Start the gateway with --host to allow it.',
        };
      const asked = new URL(address);
      const isOpen = key === null || asked.pathname === `${OWN}health`;
      if (isOpen || isSame(headers.authorization ?? '', `Bearer ${key}`)) return asked;
      return { status: 401, message: "Send the gateway's own key: Authorization: Bearer KEY" };
    },
    /** @returns names of headers that the server does not get. It may refuse pages of origins that nobody has allowed */
    withheld({ headers }: IncomingMessage): readonly string[] {
      const isAllowed = headers.origin !== undefined && origins.includes(headers.origin);
      return [...(key === null ? [] : ['authorization']), ...(isAllowed ? ['origin'] : [])];
    },
    /** Headers that it gets in their place. */
    added: upstreamKey === null ? [] : ['Authorization', `Bearer ${upstreamKey}`],
  };
}

/** Takes as long for any text: the comparison needs the same length. */
function isSame(...texts: readonly [string, string]): boolean {
  const [one, other] = texts.map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one!, other!);
}
