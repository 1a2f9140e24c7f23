import { isSameOrigin } from '../lib/same-origin.ts';
import { remember } from '../lib/bounded-map.ts';
import { agentOf } from '../normalizer/progress/agent-paths.ts';
import { answerAddress, atServer, questionKey } from '../normalizer/progress/asked-server.ts';
import type { Choice, Progress, Question } from '../normalizer/progress/progress-types.ts';
import type { NormalizeOptions } from './clean-response.ts';

/** Sends a request, as the global `fetch` does. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface ApprovalOptions {
  /**
   * Called once with each question of the agent whether a command may run; once more if another
   * command takes its place, and then no earlier answer is sent. `host` and `server` say who asks:
   * never another server than the one that the program asked. Its answer is sent there with the key
   * of the request; null leaves the question to others.
   */
  onApproval?(question: Question): Choice | null | Promise<Choice | null>;
}

/** Questions remembered. */
const MAX_KNOWN = 200;

/**
 * @param asked the address that the program has asked
 * @param response its answer; one that was made by hand has no address
 * @returns where the agent of a reply takes answers; null if a redirect has led to another server:
 * what the program means for the one that it asked, as its key, is for no other
 */
export function answeringServer(asked: string, { url, redirected }: Response): string | null {
  if (redirected && !isSameOrigin(asked, url)) return null;
  return agentOf(redirected ? url : asked);
}

/** @returns the change of a call; a question in it says which server takes its answer */
export function withServer(progress: Progress, server: string | null): Progress {
  const { question } = progress;
  return question?.answeredBy === 'you'
    ? { ...progress, question: atServer(question, server, Date.now()) }
    : progress;
}

/**
 * Puts the questions of agents to a program, each once, and posts its answers.
 * @returns receives the changes of the calls of all replies, each with the headers of its request;
 * it never throws
 */
export function createApprovals(
  send: Fetch,
  { onApproval, onError }: ApprovalOptions & Pick<NormalizeOptions, 'onError'>,
): (progress: Progress, headers: Headers) => void {
  /** What is asked by now under each name. */
  const newest = new Map<string, Question>();

  async function answer(question: Question, headers: Headers): Promise<void> {
    try {
      const choice = await onApproval?.(question);
      if (!choice) return;
      if (!question.choices.includes(choice))
        throw new Error(
          `The agent does not offer the answer "${choice}". It offers: ${question.choices.join(', ')}.`,
        );
      if (newest.get(questionKey(question)) !== question)
        throw new Error('The agent asks something else by now: this answer was not sent');
      await post(question, choice, headers);
    } catch (error) {
      onError?.(error);
    }
  }

  async function post(question: Question, choice: Choice, headers: Headers): Promise<void> {
    const authorization = headers.get('authorization');
    const { ok, status } = await send(answerAddress(question), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization !== null && { authorization }),
      },
      body: JSON.stringify({ choice, request_id: question.requestId }),
      redirect: toNobodyElse(),
    });
    if (!ok) throw new Error(`The agent did not take the answer: HTTP ${status}`);
  }

  return ({ status, question }, headers) => {
    if (!onApproval || status !== 'waiting' || question?.answeredBy !== 'you') return;
    const key = questionKey(question);
    // Another command under its name: an answer to the first one would be taken for it.
    if (newest.get(key)?.command === question.command) return;
    remember(newest, key, question, MAX_KNOWN);
    void answer(question, headers);
  };
}

/**
 * Returns how a request follows no redirect. workerd throws for "error", and returns the redirect
 * for "manual": https://developers.cloudflare.com/workers/runtime-apis/request/#the-redirect-mode
 */
function toNobodyElse(): RequestRedirect {
  try {
    void new Request('http://localhost', { redirect: 'error' });
    return 'error';
  } catch {
    return 'manual';
  }
}
