import type { CallAnswer, OpenWebUiCall } from '../companion/open-webui-call.ts';

/** Concurrent requests. */
export const LANES = 2;
const NO_ANSWER: CallAnswer = { status: 0, body: null };

/**
 * Limits a call to two concurrent requests, with a pause after each, as a small server has other people to serve.
 * @param pause milliseconds
 * @returns a call that never rejects: a failure counts as no connection
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
