import type { CallAnswer, OpenWebUiCall } from '../companion/open-webui-call.ts';
import { healingTexts } from './texts.ts';

const words = healingTexts.trouble;

/** A call that failed. */
export interface Trouble {
  /** One sentence in plain words. */
  readonly why: string;
  /** No other chat would fare better. */
  readonly fatal: boolean;
  /** The server refused: the request was certainly not carried out. */
  readonly refused: boolean;
}

/**
 * Explains a failed answer. The server gives the same status, 401, to somebody who is not signed in
 * and for a missing chat (all versions), so it is asked who is signed in.
 */
export async function explainTrouble(
  { status, lost }: CallAnswer,
  call: OpenWebUiCall,
): Promise<Trouble> {
  if (lost) return { why: words.tabGone, fatal: true, refused: true };
  if (status === 404) return { why: words.gone, fatal: false, refused: true };
  if (status === 401 || status === 403) return explainRefusal(call);
  if (status === 0) return explainSilence(call);
  if (status >= 200 && status < 300) return { why: words.noChat, fatal: false, refused: false };
  const why = status === 429 ? words.tooOften : words.error(status);
  // 408: a proxy gave up waiting, as with a 5xx; the server behind it may still be at work.
  return { why, fatal: false, refused: status >= 400 && status < 500 && status !== 408 };
}

async function explainRefusal(call: OpenWebUiCall): Promise<Trouble> {
  const answer = await askWhoIsThere(call);
  if (answer.status === 200) return { why: words.goneOrForeign, fatal: false, refused: true };
  if (answer.status === 0) return { ...notReached(answer), refused: true };
  return { why: words.signedOut, fatal: true, refused: true };
}

async function explainSilence(call: OpenWebUiCall): Promise<Trouble> {
  const answer = await askWhoIsThere(call);
  return answer.status === 200
    ? { why: words.slow, fatal: false, refused: false }
    : notReached(answer);
}

function notReached({ lost }: CallAnswer): Trouble {
  return { why: lost ? words.tabGone : words.unreachable, fatal: true, refused: false };
}

function askWhoIsThere(call: OpenWebUiCall): Promise<CallAnswer> {
  return call({ method: 'GET', path: '/api/v1/auths/' });
}
