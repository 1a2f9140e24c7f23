import { createBodyNormalizer, type BodyNormalizer } from '../normalizer/bodies/body-normalizer.ts';
import { askedIn } from '../normalizer/requests/known-evidence.ts';
import { writtenCalls } from '../package/written-calls.ts';
import type { Counts } from './counts.ts';
import type { Head } from './head.ts';
import type { Forwarding, Policy } from './policy.ts';
import { createProgressOut } from './progress-out.ts';
import type { Ask } from './recorded.ts';
import type { Logged } from './request-log.ts';
import type { SentRequest } from './sent-request.ts';
import type { PolicySettings } from './settings.ts';

/** A request that a server has answered. */
export interface Exchange {
  readonly settings: PolicySettings;
  readonly counts: Counts;
  readonly policy: Policy;
  readonly head: Head;
  readonly to: Forwarding;
  readonly sent: SentRequest;
  readonly logged: Logged;
  /** When the request came, in milliseconds since 1970. */
  readonly since: number;
  /** As the normalizer wants it; undefined: no pictures are shown. */
  readonly media?: (path: string) => string | null;
  /** Asks the server on the gateway's own account. */
  readonly ask: Ask;
}

/** The head of the server's answer. */
interface Answer {
  readonly status: number;
  /**
   * @param name in lower case
   * @returns the value of a header; null if there is none
   */
  header(name: string): string | null;
}

/** How the body of an answer is read. */
export interface ReplyReader {
  readonly normalizer: BodyNormalizer;
  /** To be called once all of it is written, for what follows; null for nothing. */
  readonly last: (() => Promise<Uint8Array>) | null;
}

/**
 * @returns null for an answer that passes untouched: errors, partial content, compressed bodies,
 * and answers to other requests
 */
export function readReply({ status, header }: Answer, exchange: Exchange): ReplyReader | null {
  const { settings, counts, policy, head, to, sent, logged, since, ask } = exchange;
  const { upstream, known, asked, form } = to;
  const type = header('content-type') ?? '';
  const isStream = type.startsWith('text/event-stream');
  const isRead =
    status === 200 &&
    (isStream || sent.asksReply) &&
    /^(?:identity)?$/i.test(header('content-encoding') ?? '');
  if (!isRead) return null;
  const out = isStream && form !== 'drop' ? createProgressOut(form, since) : null;
  const source = askedIn(sent.text);
  const session = header('x-hermes-session-id');
  const normalizer = createBodyNormalizer({
    contentType: type || null,
    url: isStream ? asked.pathname + asked.search : '',
    conversation: head.header('x-conversation-id'),
    sessionId: session,
    isReply: sent.asksReply,
    isReadNext: true,
    repairs: settings.repairs,
    added: settings.writtenCalls ? writtenCalls(sent.text) : null,
    rules: settings.rules,
    media: exchange.media,
    expectsMarkers: () => sent.showsMarkers || policy.expects(to, source),
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
  });
  if (!normalizer) return null;
  const proof = policy.access.proof(head);
  return {
    normalizer: counted(out?.around(normalizer) ?? normalizer, counts),
    last: out && (() => out.last({ upstream, asked, session, proof, since, body: sent.text, ask })),
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
