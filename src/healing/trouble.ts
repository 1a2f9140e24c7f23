import type { CallAnswer, OpenWebUiCall } from '../companion/open-webui-call.ts';

/** A call that did not do what it was made for. */
export interface Trouble {
  /** One sentence in plain words. */
  readonly why: string;
  /** No other chat would fare better. */
  readonly fatal: boolean;
  /** The server refused: what it was asked for was certainly not done. */
  readonly refused: boolean;
}

/**
 * Says what an answer means that is not the one hoped for. The server gives the same status, 401, to somebody who is not
 * signed in and for a chat that is not there (all versions), so it is asked once more who is signed in.
 */
export async function explainTrouble({ status }: CallAnswer, call: OpenWebUiCall): Promise<Trouble> {
  if (status === 404) return { why: 'The chat is not there any more.', fatal: false, refused: true };
  if (status === 401 || status === 403) return explainRefusal(call);
  if (status === 0) return explainSilence(call);
  if (status >= 200 && status < 300) {
    return { why: 'The answer of the server was no chat, or too large to be read.', fatal: false, refused: false };
  }
  const why = status === 429 ? 'The server asks not to be asked so often.' : `The server answered with the error ${status}.`;
  return { why, fatal: false, refused: status >= 400 && status < 500 };
}

async function explainRefusal(call: OpenWebUiCall): Promise<Trouble> {
  const status = await askWhoIsThere(call);
  if (status === 200) return { why: 'The chat is not there any more, or belongs to somebody else.', fatal: false, refused: true };
  if (status === 0) return { ...NOT_REACHED, refused: true };
  return { why: 'You are not signed in any more. Sign in on the page, then go on.', fatal: true, refused: true };
}

async function explainSilence(call: OpenWebUiCall): Promise<Trouble> {
  const status = await askWhoIsThere(call);
  return status === 200 ? { why: 'The server did not answer in time.', fatal: false, refused: false } : NOT_REACHED;
}

const NOT_REACHED: Trouble = {
  why: 'The page of this chat server is closed, or its server cannot be reached.',
  fatal: true,
  refused: false,
};

async function askWhoIsThere(call: OpenWebUiCall): Promise<number> {
  return (await call({ method: 'GET', path: '/api/v1/auths/' })).status;
}
