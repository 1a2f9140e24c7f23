/** Controls Firefox's own window, and through it pages that WebDriver BiDi does not list. */
import type { Browser } from 'puppeteer-core';

/** Evaluates JavaScript in the browser's own window and returns a plain value. */
export type ChromeScope = (expression: string) => Promise<unknown>;

interface Bidi {
  send(method: string, params: object): Promise<{ result: unknown }>;
}

/** Needs Firefox started with `-remote-allow-system-access`. */
export function createChromeScope(browser: Browser): ChromeScope {
  // Not public in puppeteer; there is no other way to the browser's own window.
  const { connection } = browser as unknown as { connection: Bidi };

  return async function chrome(expression) {
    const tree = (
      await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 })
    ).result as {
      contexts: readonly { context: string; url: string }[];
    };
    const context = tree.contexts.find(({ url }) => url.endsWith('/browser.xhtml'))?.context;
    if (!context) throw new Error('The browser window is not open.');
    const target = { context };
    const reply = await connection.send('script.evaluate', {
      expression,
      target,
      awaitPromise: true,
    });
    const outcome = reply.result as {
      type: string;
      result?: { value?: unknown };
      exceptionDetails?: { text: string };
    };
    if (outcome.type !== 'success')
      throw new Error(outcome.exceptionDetails?.text ?? 'The browser refused a command.');
    return outcome.result?.value;
  };
}

/**
 * Runs a function in the page shown by `frame` (an expression for a browser element), with that
 * page's own rights.
 */
export async function evaluateIn<A extends unknown[]>(
  chrome: ChromeScope,
  frame: string,
  run: (...args: A) => unknown,
  args: A,
): Promise<unknown> {
  // In a sandbox, because the page's content security policy forbids eval.
  const call = `(async () => JSON.stringify(await (${String(run)})(...${JSON.stringify(args)})))()`;
  const answer = await frameScript(
    chrome,
    frame,
    `
    const sandbox = Cu.Sandbox(content, { sandboxPrototype: content, wantXrays: false });
    return await Cu.evalInSandbox(${JSON.stringify(call)}, sandbox);
  `,
  );
  return answer === undefined || answer === null ? undefined : JSON.parse(String(answer));
}

/**
 * Runs the body of an async function as a frame script, in which `content` is the window of the
 * page in `frame`.
 */
export async function frameScript(
  chrome: ChromeScope,
  frame: string,
  body: string,
): Promise<unknown> {
  const reply = await chrome(`(async () => {
    const frame = ${frame};
    if (!frame) return JSON.stringify({ error: 'The page is closed.' });
    const manager = frame.messageManager;
    const key = 'stream-fixer-' + Math.random();
    const script = '(async () => { let reply; try { reply = { value: await (async () => {' + ${JSON.stringify(body)}
      + '})() } } catch (error) { reply = { error: String(error) } } sendAsyncMessage("' + key + '", reply) })()';
    return await new Promise((resolve) => {
      manager.addMessageListener(key, function listen({ data }) {
        manager.removeMessageListener(key, listen);
        resolve(JSON.stringify(data));
      });
      manager.loadFrameScript('data:;charset=utf-8,' + encodeURIComponent(script), false);
      setTimeout(() => resolve(JSON.stringify({ error: 'The page did not answer in 10 s.' })), 10_000);
    });
  })()`);
  const { value, error } = JSON.parse(String(reply)) as { value?: unknown; error?: string };
  if (error !== undefined) throw new Error(error);
  return value;
}
