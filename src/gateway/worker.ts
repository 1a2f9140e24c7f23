// The gateway as a worker, for workerd and what is like it: `stream-fixer-worker.js`.

import { createHandler } from './handler.ts';
import { refused } from './head.ts';
import { readBindings, type Bindings } from './worker-options.ts';

/** What the runtime gives besides, as far as it is used. */
interface Context {
  waitUntil(work: Promise<unknown>): void;
}

type Answer = (request: Request, context: Context) => Promise<Response> | Response;

/**
 * @returns the function that answers all requests: with wrong options, it says what is wrong with
 * them
 */
function start(bindings: Bindings): Answer {
  try {
    const write = (line: string): void => console.log(line.trimEnd());
    const send = (address: string, options: RequestInit) => fetch(address, options);
    const handle = createHandler(readBindings(bindings), { fetch: send, write });
    return (request, context) => handle(request, (work) => context.waitUntil(work));
  } catch (error) {
    const message = `The options of this gateway are wrong: ${(error as Error).message}`;
    console.error(`stream-fixer: ${message}`);
    const { body, ...init } = refused({ status: 500, message });
    return () => new Response(body, init);
  }
}

let answer: Answer | null = null;

export default {
  fetch(request: Request, bindings: Bindings, context: Context): Promise<Response> | Response {
    answer ??= start(bindings);
    return answer(request, context);
  },
};
