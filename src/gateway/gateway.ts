// The gateway: the normalizer between any client and one server. It runs as a worker; see worker.ts.

import { createBodyNormalizer, type BodyNormalizer } from '../normalizer/bodies/body-normalizer.ts';
import type { ReplyEvent } from '../normalizer/reply/reply-event.ts';
import { createKnownEvidence } from '../normalizer/requests/known-evidence.ts';
import { withBody } from '../package/with-body.ts';
import { createCounts } from './counts.ts';
import { askAlone } from './own-connection.ts';
import { createProgressOut } from './progress-out.ts';
import { cleanSent, type SentRequest } from './sent-request.ts';
import { readForm, readSettings, type Bindings, type ProgressForm, type Settings } from './settings.ts';
import { targetOf } from './target.ts';

/** Request header that asks for a form of progress; never forwarded. */
const PROGRESS_HEADER = 'x-stream-fixer-progress';

/**
 * Bytes read at a time. workerd's default is 4 KiB; with this, twenty concurrent long replies are three times as fast.
 */
const READ_SIZE = 16_384;

/** Paths of the gateway itself, in addition to those of the server. */
const OWN = '/.stream-fixer/';

/**
 * Creates a gateway. It remembers, in memory only: counts, and whether the server has turned out to be Hermes.
 * @returns a function that answers a request and never throws
 */
export function createGateway(): (request: Request, bindings: Bindings) => Promise<Response> {
  const counts = createCounts();
  const evidence = createKnownEvidence();

  async function answer(request: Request, bindings: Bindings): Promise<Response> {
    const settings = attempt(() => readSettings(bindings));
    if ('problem' in settings) return refusal(500, settings.problem);
    // The target of a request line may be no valid address.
    if (!URL.canParse(request.url)) return refusal(400, 'Ask for a path of the server.');
    const asked = new URL(request.url);
    if (settings.hosts && !settings.hosts.includes(asked.hostname))
      return refusal(403, 'This host name is not allowed. Start the gateway with --host to allow it.');
    if (asked.pathname.startsWith(OWN)) return own(asked.pathname.slice(OWN.length));
    const word = request.headers.get(PROGRESS_HEADER);
    const form = word === null ? settings.progress : readForm(word);
    if (!form) return refusal(400, `${PROGRESS_HEADER} is drop, hermes or comments.`);
    counts.add('requests_total');
    return handOn(request, asked, bindings, settings, form);
  }

  function own(path: string): Response {
    if (path === 'health') return Response.json({ status: 'ok' });
    if (path === 'metrics')
      return new Response(counts.text(), { headers: { 'content-type': 'text/plain; version=0.0.4' } });
    return refusal(404, `The gateway has ${OWN}health and ${OWN}metrics.`);
  }

  async function handOn(
    request: Request,
    asked: URL,
    bindings: Bindings,
    { upstream, isHermes }: Settings,
    form: ProgressForm,
  ): Promise<Response> {
    const sent = await cleanSent(request, isHermes || evidence.expects(null));
    counts.add('history_markers_removed_total', '', sent.markers);
    const response = await ask(request, sent, targetOf(upstream, asked), bindings);
    if (!response) {
      counts.add('unreachable_total');
      return refusal(502, 'The upstream server did not answer.');
    }
    const type = response.headers.get('content-type') ?? '';
    const isStream = type.startsWith('text/event-stream');
    // Errors, partial content, and answers to other requests pass untouched.
    if (response.status !== 200 || !response.body || (!isStream && !sent.asksReply)) return response;
    // `fetch` decompresses a body that is read, a connection of our own does not.
    if (bindings.CONNECTION && !/^(?:identity)?$/i.test(response.headers.get('content-encoding') ?? ''))
      return response;
    return clean(response, isStream && form !== 'drop' ? form : null, {
      contentType: type || null,
      url: isStream ? asked.pathname + asked.search : '',
      conversation: request.headers.get('x-conversation-id'),
      isReply: sent.asksReply,
      expectsMarkers: () => isHermes || sent.showsMarkers || evidence.expects(null),
    });
  }

  function clean(
    response: Response,
    form: Exclude<ProgressForm, 'drop'> | null,
    known: Pick<
      Parameters<typeof createBodyNormalizer>[0],
      'contentType' | 'url' | 'conversation' | 'isReply' | 'expectsMarkers'
    >,
  ): Response {
    const out = form ? createProgressOut(form) : null;
    const normalizer = createBodyNormalizer({
      ...known,
      isReadNext: true,
      sessionId: response.headers.get('x-hermes-session-id'),
      report(event) {
        count(event);
        if (event.type === 'evidence') evidence.found(event.evidence, null);
        if (event.type === 'progress') out?.onProgress(event.progress);
      },
      onBroken: () => counts.add('failures_total'),
    });
    if (!normalizer) return response;
    return withBody(response, counted(out?.around(normalizer) ?? normalizer), READ_SIZE);
  }

  function count(event: ReplyEvent): void {
    if (event.type === 'marker') counts.add('reply_markers_removed_total');
    if (event.type === 'repair') counts.add('repairs_total', event.id);
  }

  function counted(normalizer: BodyNormalizer): BodyNormalizer {
    counts.add('replies_total');
    counts.add('replies_open');
    return {
      ...normalizer,
      end(how) {
        counts.add('replies_open', '', -1);
        return normalizer.end(how);
      },
    };
  }

  return answer;
}

/** @returns null if the server cannot be reached */
async function ask(
  request: Request,
  sent: SentRequest,
  target: URL,
  { CONNECTION, SERVICE }: Bindings,
): Promise<Response | null> {
  const { method, signal } = request;
  const headers = new Headers(request.headers);
  // Headers that are set for the upstream server, and for the body as it is now, and those of this connection.
  const own = headers.has('upgrade') ? [] : (headers.get('connection') ?? '').match(/[\w-]+/g);
  for (const name of ['host', 'content-length', 'proxy-authorization', 'expect', PROGRESS_HEADER, ...(own ?? [])])
    headers.delete(name);
  // The body must arrive uncompressed to be read.
  if (sent.asksReply) headers.set('accept-encoding', 'identity');
  // `fetch` sends no body with these, and a length of 0 counts as one.
  const body = method === 'GET' || method === 'HEAD' ? null : sent.body;
  const init = { method, headers, body, signal, redirect: 'manual', duplex: 'half' } as RequestInit;
  try {
    if (CONNECTION && !headers.has('upgrade'))
      return await askAlone(CONNECTION, { method, target, headers, body, length: lengthOf(request, body) });
    return await (SERVICE ? SERVICE.fetch(target, init) : fetch(target, init));
  } catch {
    return null;
  }
}

/** @returns length in bytes of a body that is passed on as it arrives; null if unknown */
function lengthOf({ body, headers }: Request, sent: SentRequest['body']): number | null {
  const length = headers.get('content-length');
  return sent === body && length !== null ? Number(length) : null;
}

/** @returns an error in the shape that clients of OpenAI's API show to people */
function refusal(status: number, message: string): Response {
  return Response.json({ error: { message, type: 'stream_fixer_gateway', code: status } }, { status });
}

function attempt<T extends object>(work: () => T): T | { readonly problem: string } {
  try {
    return work();
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
