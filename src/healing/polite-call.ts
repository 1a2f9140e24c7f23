import type { CallAnswer, OpenWebUiCall } from '../companion/open-webui-call.ts';

/** Requests at a time. */
export const LANES = 2;
const NO_ANSWER: CallAnswer = { status: 0, body: null };

/**
 * Makes at most two requests at a time, and a pause after each: a small server has other people to serve.
 * @param pause milliseconds
 * @returns a call that never rejects: what breaks is no connection
 */
export function createPoliteCall(call: OpenWebUiCall, pause: number): OpenWebUiCall {
  let free = LANES;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }

  return async (request) => {
    await enter();
    try {
      return await call(request);
    } catch {
      return NO_ANSWER;
    } finally {
      setTimeout(leave, pause);
    }
  };
}
