/** Controls Firefox's own window, its keys and menus, and through it pages that WebDriver BiDi does not list. */
import type { Browser } from 'puppeteer-core';
import type { IconMenu } from './driver.ts';
import { until } from './until.ts';

const MENU = 'unified-extensions-context-menu';

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
    const tree = (await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 })).result as {
      contexts: readonly { context: string; url: string }[];
    };
    const context = tree.contexts.find(({ url }) => url.endsWith('/browser.xhtml'))?.context;
    if (!context) throw new Error('The browser window is not open.');
    const target = { context };
    const reply = await connection.send('script.evaluate', { expression, target, awaitPromise: true });
    const outcome = reply.result as {
      type: string;
      result?: { value?: unknown };
      exceptionDetails?: { text: string };
    };
    if (outcome.type !== 'success') throw new Error(outcome.exceptionDetails?.text ?? 'The browser refused a command.');
    return outcome.result?.value;
  };
}

/** Runs a function in the page shown by `frame` (an expression for a browser element), with that page's own rights. */
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

/** Runs the body of an async function as a frame script, in which `content` is the window of the page in `frame`. */
export async function frameScript(chrome: ChromeScope, frame: string, body: string): Promise<unknown> {
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

/**
 * Returns a script that presses and releases Alt, Shift and a letter while the page has the focus. Key by key as a
 * keyboard would: page, menu bar and extensions receive the events in the same order as from X11 (Firefox 153).
 */
export function pressScript(letter: string): string {
  const keys = [
    ['Alt', 'AltLeft', 18],
    ['Shift', 'ShiftLeft', 16],
    [letter, `Key${letter}`, letter.charCodeAt(0)],
  ] as const;
  return `(() => {
    gBrowser.selectedBrowser.focus();
    const keyboard = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor);
    keyboard.beginInputTransactionForTests(window);
    const keys = ${JSON.stringify(keys)}.map(([key, code, keyCode]) => new KeyboardEvent('', { key, code, keyCode }));
    for (const key of keys) keyboard.keydown(key);
    for (const key of keys.reverse()) keyboard.keyup(key);
  })()`;
}

/** Opens the list of extensions, and in it, by right-click, the menu of the one with this add-on id. */
export async function openIconMenu(chrome: ChromeScope, id: string): Promise<IconMenu> {
  const button = `document.querySelector('.unified-extensions-item[data-extensionid="${id}"] .unified-extensions-item-action-button')`;
  const menu = `document.getElementById('${MENU}')`;
  /** Our own entries are above the first separator; those that do not apply to the tab are absent. */
  const entries = `(() => {
    const all = [...${menu}.children];
    return all.slice(0, all.findIndex(({ localName }) => localName === 'menuseparator')).filter(({ hidden }) => !hidden);
  })()`;

  await chrome(`gUnifiedExtensions.togglePanel(null)`);
  await until(
    () => chrome(`gUnifiedExtensions.panel?.state === 'open' && (${button}?.getBoundingClientRect().width ?? 0) > 0`),
    'the list of extensions',
  );
  await chrome(`(() => {
    const { x, y } = ${button}.getBoundingClientRect();
    window.synthesizeMouseEvent('contextmenu', x + 10, y + 10, { button: 2, clickCount: 1 }, {});
  })()`);
  await until(() => chrome(`${menu}?.state === 'open'`), 'the menu of the icon');
  const labels = JSON.parse(String(await chrome(`JSON.stringify(${entries}.map(({ label }) => label))`))) as string[];

  /** Choosing an entry closes the menu by itself; the list behind it stays open. */
  async function close(): Promise<void> {
    await until(() => chrome(`${menu}.state === 'closed'`), 'the menu of the icon to close');
    await chrome(`gUnifiedExtensions.panel.hidePopup()`);
    await until(() => chrome(`gUnifiedExtensions.panel.state === 'closed'`), 'the list of extensions to close');
  }

  return {
    labels,
    size: labels.length,
    async choose(entry) {
      await chrome(`${menu}.activateItem(${entries}[${entry}])`);
      await close();
    },
    async close() {
      await chrome(`${menu}.hidePopup()`);
      await close();
    },
  };
}
