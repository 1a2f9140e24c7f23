import { isSignature } from '../lib/signing-headers.ts';
import { agentOf, isSegment } from '../normalizer/progress/agent-paths.ts';
import type { Choice, Progress, Question } from '../normalizer/progress/progress-types.ts';
import { askedIn, createKnownEvidence } from '../normalizer/requests/known-evidence.ts';
import { cleanRequest, textOfBytes } from './clean-request.ts';
import { chosenRepairs, cleanResponse, type NormalizeOptions } from './clean-response.ts';
import { writtenCalls } from './written-calls.ts';

/** Sends a request, as the global `fetch` does. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface FixFetchOptions extends NormalizeOptions {
  /** Sends the requests; the global `fetch` by default. */
  readonly fetch?: Fetch;
  /** Calls that the model wrote as text become calls, if the request offers their tools. */
  readonly writtenCalls?: boolean;
  /**
   * Called once with each question of the agent whether a command may run. Its answer is sent to the agent with the
   * key of the request; null leaves the question to others.
   */
  onApproval?(question: Question): Choice | null | Promise<Choice | null>;
}

/**
 * Creates a `fetch` that cleans the history in requests and the replies to them, for any client that takes one. It
 * remembers which models of which servers have turned out to be Hermes. All other requests and responses pass as they
 * are, signed and compressed ones too.
 * @throws TypeError for an unknown repair
 */
export function fixFetch(options: FixFetchOptions = {}): Fetch {
  // Whoever sets the global one to ours would else call itself.
  const { fetch: send = globalThis.fetch, onApproval, onError } = options;
  chosenRepairs(options.repairs);
  const known = createKnownEvidence(() => options.isHermes || null);

  /** @returns the receiver of the questions of one reply; it never throws */
  function answers(url: string, headers: Headers): (progress: Progress) => void {
    const agent = agentOf(url);
    const asked = new Set<string>();

    async function answer(question: Question): Promise<void> {
      try {
        const choice = await onApproval?.(question);
        if (!choice || !question.choices.includes(choice)) return;
        const authorization = headers.get('authorization');
        const body = JSON.stringify({ choice, request_id: question.requestId });
        const { ok, status } = await send(`${agent}/v1/runs/${question.runId}/approval`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(authorization !== null && { authorization }),
          },
          body,
        });
        if (!ok) throw new Error(`The agent did not take the answer: HTTP ${status}`);
      } catch (error) {
        onError?.(error);
      }
    }

    return ({ status, question }) => {
      if (
        agent === null ||
        !onApproval ||
        status !== 'waiting' ||
        !question ||
        !isSegment(question.runId)
      )
        return;
      const name = `${question.runId} ${question.requestId}`;
      if (!asked.has(name)) void answer(question);
      asked.add(name);
    };
  }

  return async (input, init) => {
    const request = isRequest(input) ? input : null;
    const headers = new Headers(init?.headers ?? request?.headers);
    const text = await textOf(request, init?.body, headers);
    if (text === null) return send(input, init);
    const url = request?.url ?? String(input);
    const source = askedIn(text, new URL(url, 'http://here').origin);
    const { body, asksReply, showsMarkers } = cleanRequest(text, {
      isHermes: known.expects(source),
    });
    if (body !== text) headers.delete('content-length');
    // With a body in its options, `fetch` does not read that of a `Request`.
    const response = await send(input, body === text ? init : { ...init, headers, body });
    // Sending a request uses its body.
    if (body !== text && request && !request.bodyUsed) leave(request);
    if (!asksReply && !response.headers.get('content-type')?.startsWith('text/event-stream'))
      return response;
    const onQuestion = answers(url, headers);
    const added = options.writtenCalls ? writtenCalls(text) : null;
    return cleanResponse(
      response,
      { ...options, isHermes: showsMarkers || known.expects(source), added },
      (event) => {
        if (event.type === 'evidence') known.found(event.evidence, source);
        if (event.type === 'progress') onQuestion(event.progress);
      },
    );
  };
}

function isRequest(input: string | URL | Request): input is Request {
  return typeof input === 'object' && 'headers' in input;
}

/** Types of bodies that may be JSON; text without a type of its own gets the second one. */
const MAYBE_JSON = /^(?:application\/(?:[\w.-]+\+)?json|text\/plain)\b/i;
/** Bytes of the longest body that is decoded: no provider takes as many, and a copy of a file would cost memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/** @returns the body, if it is text that may be changed; null for any other */
async function textOf(
  request: Request | null,
  given: unknown,
  headers: Headers,
): Promise<string | null> {
  if (
    headers.has('content-encoding') ||
    [...headers].some(([name, value]) => isSignature(name, value))
  )
    return null;
  if (typeof given === 'string') return given;
  const isBytes = given instanceof ArrayBuffer || ArrayBuffer.isView(given);
  const bytes = isBytes ? given : given == null && request ? await bytesOf(request) : null;
  return bytes && bytes.byteLength <= MAX_BYTES && beginsAsObject(bytes)
    ? textOfBytes(bytes)
    : null;
}

/** @returns the body of a request, which stays readable; null if it goes on for a while, or is no text */
async function bytesOf(request: Request): Promise<ArrayBuffer | null> {
  // If it was read already, sending it says so.
  if (request.bodyUsed || !MAYBE_JSON.test(request.headers.get('content-type') ?? '')) return null;
  const copy = request.clone();
  const Class = request.constructor as typeof Request;
  let whole: Request;
  try {
    // Refused exactly for a body that is a stream: https://fetch.spec.whatwg.org/#dom-request, "source is null". Its
    // end may wait for the response.
    whole = new Class(copy, { mode: 'no-cors' });
  } catch {
    leave(copy);
    return null;
  }
  return whole.arrayBuffer();
}

/** Reads a body no further. Nothing waits for that: of two copies, one settles only with the other. */
function leave({ body }: Request): void {
  body?.cancel().catch(() => {});
}

function beginsAsObject(body: ArrayBuffer | ArrayBufferView): boolean {
  const [buffer, at] = ArrayBuffer.isView(body) ? [body.buffer, body.byteOffset] : [body, 0];
  const head = new Uint8Array(buffer, at, Math.min(body.byteLength, 32));
  return /^\s*\{/.test(new TextDecoder().decode(head));
}
