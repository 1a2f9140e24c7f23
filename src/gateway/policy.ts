// Decides about each request by its head: whether it is answered here, and else which server gets
// it, with which headers.

import { isObject, parseJson } from '../normalizer/json/json-edit.ts';
import { createKnownEvidence, type KnownEvidence } from '../normalizer/requests/known-evidence.ts';
import type { TextSource } from '../normalizer/text/evidence.ts';
import { MEDIA_PATH } from '../normalizer/text/media-lines.ts';
import { createAccess, OWN } from './access.ts';
import { createCounts } from './counts.ts';
import { headersWithout, refused, type Head, type OwnAnswer, type Refusal } from './head.ts';
import type { SentRequest } from './sent-request.ts';
import {
  FORM_WORDS,
  readForm,
  type PolicySettings,
  type ProgressForm,
  type Upstream,
} from './settings.ts';

/** Request header that asks for a form of progress; never forwarded. */
const PROGRESS_HEADER = 'x-stream-fixer-progress';

/**
 * What gateways remember, in memory only, and hand on to the next when their options are read
 * again.
 */
export type GatewayMemory = ReturnType<typeof createMemory>;

/** Counts, and which servers, or which of their models, are known to be Hermes. */
export function createMemory() {
  const servers = new Map<string, Known>();
  return {
    counts: createCounts(),
    of({ path, url }: Upstream): Known {
      const name = `${path}=${url.href}`;
      const known = servers.get(name) ?? {
        isHermes: false,
        evidence: createKnownEvidence(),
        looked: null,
      };
      servers.set(name, known);
      return known;
    },
  };
}

/** What is known of a server. */
interface Known {
  isHermes: boolean;
  readonly evidence: KnownEvidence;
  /** Whether it answered when it was last asked what it is, and when it is asked again. */
  looked: { readonly hasAnswered: boolean; readonly next: number } | null;
}

/** Where a request goes. */
export interface Route {
  readonly upstream: Upstream;
  readonly known: Known;
  /** Path and query that the client has asked for. */
  readonly asked: URL;
}

/** A request that goes to a server. */
export interface Forwarding extends Route {
  readonly form: ProgressForm;
}

export type Policy = ReturnType<typeof createPolicy>;

/** @param picture returns the answer with the picture of a name; null if there is none */
export function createPolicy(
  settings: PolicySettings,
  memory: GatewayMemory,
  picture: (name: string) => OwnAnswer | null = () => null,
) {
  const access = createAccess(settings);
  const servers = settings.upstreams.map((upstream) => ({ upstream, known: memory.of(upstream) }));

  /** @returns where a request goes that is not for the gateway itself */
  function route(head: Head): Route | Refusal {
    const asked = access.admit(head);
    return 'message' in asked ? asked : routeTo(asked);
  }

  function routeTo(asked: URL): Route | Refusal {
    const found = servers.find(({ upstream: { path } }) =>
      `${asked.pathname}/`.startsWith(`${path}/`),
    );
    if (found) return { ...found, asked };
    const paths = servers.map(({ upstream: { path } }) => path).join(', ');
    return { status: 404, message: `No server is at this path. There are: ${paths}` };
  }

  /** @returns the answer to a request for one of the gateway's own paths */
  function own({ method }: Head, pathname: string): OwnAnswer {
    const path = pathname.slice(OWN.length);
    if (/^(?:GET|HEAD)$/.test(method) && pathname.startsWith(MEDIA_PATH)) {
      const shown = picture(pathname.slice(MEDIA_PATH.length));
      if (shown) return shown;
    }
    if (path === 'health') return ownText('application/json', '{"status":"ok"}');
    if (path === 'metrics') return ownText('text/plain; version=0.0.4', memory.counts.text());
    return refused({ status: 404, message: `The gateway has ${OWN}health and ${OWN}metrics.` });
  }

  return {
    access,
    route,
    /** @returns where a request goes, or the answer to it */
    decide(head: Head): Forwarding | OwnAnswer {
      const asked = access.admit(head);
      if ('message' in asked) return refused(asked);
      if (asked.pathname.startsWith(OWN)) return own(head, asked.pathname);
      const to = routeTo(asked);
      if ('message' in to) return refused(to);
      const word = head.header(PROGRESS_HEADER);
      const form = word === null ? settings.progress : readForm(word);
      if (form) return { ...to, form };
      return refused({ status: 400, message: `${PROGRESS_HEADER} is ${FORM_WORDS}.` });
    },
    /**
     * Returns whether lines that look like markers are removed from a text without further
     * evidence.
     */
    expects: ({ known }: Route, source: TextSource): boolean =>
      settings.isHermes || known.isHermes || known.evidence.expects(source),
    /** @returns the headers that a server gets, without the length of a body that was read */
    headersFor(head: Head, sent: Pick<SentRequest, 'body' | 'asksReply'> | null): string[] {
      const headers = headersWithout(head.headers, [
        'host',
        PROGRESS_HEADER,
        ...access.withheld(head),
        ...(sent && sent.body !== null ? ['content-length'] : []),
        // The body must arrive uncompressed to be read.
        ...(sent?.asksReply ? ['accept-encoding'] : []),
      ]);
      headers.push(...access.added(head));
      if (sent?.asksReply) headers.push('Accept-Encoding', 'identity');
      return headers;
    },
  };
}

function ownText(type: string, body: string): OwnAnswer {
  return { status: 200, headers: { 'content-type': type }, body };
}

/**
 * @param asked path and query of a request. Whatever else it names, the configured server answers
 * @returns the address to forward the request to
 */
export function targetOf({ url, path: prefix }: Upstream, asked: URL): URL {
  const target = new URL(url);
  const base = url.pathname.replace(/\/$/, '');
  const rest = asked.pathname.slice(prefix.length);
  // Other tools have a base URL that ends with the version, which clients name too.
  const path = base.endsWith('/v1') ? rest.replace(/^\/v1(?=\/|$)/, '') : rest;
  // Setting a path never changes the host, even if it begins with two slashes.
  target.pathname = base + path;
  target.search = asked.search;
  return target;
}

/**
 * Longest answer about the health of a server that is read, in UTF-16 units; that of Hermes has
 * some 70.
 */
export const MAX_HEALTH = 10_000;

/**
 * @param health what a server answers about its health, which Hermes does without a key, with its
 * name (`_handle_health` in Hermes 0.16 to 0.22). Other servers may answer anything, such as 404
 */
export function isHermes(health: string): boolean {
  const json = parseJson(health);
  return isObject(json) && json.platform === 'hermes-agent';
}
