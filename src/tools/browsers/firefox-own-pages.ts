import { writeFile } from 'node:fs/promises';
import { type ChromeScope, evaluateIn, frameScript } from './chrome-scope.ts';
import type { OwnPage, Popup } from './driver.ts';
import { DOCUMENT } from './service-worker.ts';
import { until } from './until.ts';

/**
 * Builds a frame script for one mouse click; it waits until the element is laid out and uncovered,
 * and then until the click has arrived.
 */
function clickScript(selector: string): string {
  return `
    const wait = (ms) => new Promise((resolve) => content.setTimeout(resolve, ms));
    const end = Date.now() + 5000;
    let problem = 'it is not there';
    for (; Date.now() < end; await wait(50)) {
      const element = content.document.querySelector(${JSON.stringify(selector)});
      if (!element) continue;
      element.scrollIntoView({ block: 'nearest' });
      const { x, y, width, height } = element.getBoundingClientRect();
      const at = [x + width / 2, y + height / 2];
      problem = 'something covers it';
      if (!element.contains(content.document.elementFromPoint(...at))) continue;
      let arrived = false;
      element.addEventListener('click', () => { arrived = true; }, { once: true, capture: true });
      for (const type of ['mousemove', 'mousedown', 'mouseup']) {
        content.synthesizeMouseEvent(type, ...at, { button: 0, clickCount: type === 'mousemove' ? 0 : 1 }, {});
      }
      while (!arrived && Date.now() < end) await wait(20);
      return arrived ? 'clicked' : 'the click did not arrive';
    }
    return problem;
  `;
}

const KEYS = {
  Enter: { key: 'Enter', code: 'Enter', keyCode: 13 },
  Space: { key: ' ', code: 'Space', keyCode: 32 },
};

/**
 * Builds a frame script that presses and releases keys as a keyboard would, one after the other.
 */
function keyScript(keys: readonly KeyboardEventInit[]): string {
  return `
    const keyboard = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor);
    keyboard.beginInputTransactionForTests(content);
    for (const key of ${JSON.stringify(keys)}) {
      const event = new content.KeyboardEvent('', key);
      keyboard.keydown(event);
      keyboard.keyup(event);
    }
  `;
}

const POPUP = `document.querySelector('browser.webextension-popup-browser')`;

/** The action popup that is open in the browser's window. */
export function createFirefoxPopup(chrome: ChromeScope): Popup {
  return createFirefoxPage(chrome, POPUP, `${POPUP}?.closest('panel')?.hidePopup()`);
}

/**
 * Drives one page of the extension.
 * @param frame an expression for the browser element that shows the page, null without one
 * @param close what closes it
 */
export function createFirefoxPage(chrome: ChromeScope, frame: string, close: string): OwnPage {
  async function isClosed(): Promise<boolean> {
    return (await chrome(`(${frame}) === null`)) === true;
  }

  return {
    async click(selector) {
      try {
        const outcome = await frameScript(chrome, frame, clickScript(selector));
        if (outcome !== 'clicked')
          throw new Error(`${selector} could not be clicked: ${String(outcome)}.`);
      } catch (error) {
        // The click may have closed the page.
        if (!(await isClosed())) throw error;
      }
    },
    async press(key) {
      try {
        await frameScript(chrome, frame, keyScript([KEYS[key]]));
      } catch (error) {
        if (!(await isClosed())) throw error;
      }
    },
    async write(text) {
      await frameScript(chrome, frame, keyScript([...text].map((key) => ({ key }))));
    },
    async text(selector) {
      const read = (wanted: string) => document.querySelector(wanted)?.textContent ?? null;
      const text = (await evaluateIn(chrome, frame, read, [selector])) as string | null;
      if (text === null) throw new Error(`There is no ${selector} in the page.`);
      return text;
    },
    evaluate: async (run, ...args) => (await evaluateIn(chrome, frame, run, args)) as never,
    async screenshot(path) {
      const url = await chrome(`(async () => {
        const bitmap = await (${frame}).browsingContext.currentWindowGlobal.drawSnapshot(null, devicePixelRatio, 'white');
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        canvas.getContext('2d').drawImage(bitmap, 0, 0);
        const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
        return bytes.toBase64();
      })()`);
      await writeFile(path, Buffer.from(String(url), 'base64'));
    },
    isClosed,
    async close() {
      await chrome(close);
      await until(isClosed, 'the page to close');
    },
  };
}

/** Where the browser's own window keeps the page that belongs to no tab. */
const HIDDEN = 'window.streamFixerHiddenPage';

/**
 * Runs a function in a page of the extension that belongs to no tab and runs no code of the
 * extension, but has its API. It is opened if there is none.
 * @param extension an expression for what the browser knows of it
 */
export async function runInHiddenPage<A extends unknown[]>(
  chrome: ChromeScope,
  extension: string,
  base: string,
  run: (...args: A) => unknown,
  args: A,
): Promise<unknown> {
  // An extension that was loaded again has no such page yet.
  await chrome(`(async () => {
    if (${HIDDEN}?.extension === ${extension}) return;
    const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
    const page = new ExtensionParent.HiddenExtensionPage(${extension}, 'tab');
    const browser = await page.createBrowserElement();
    ${HIDDEN} = { extension: ${extension}, browser };
    const triggeringPrincipal = Services.scriptSecurityManager.getSystemPrincipal();
    browser.fixupAndLoadURIString(${JSON.stringify(base + DOCUMENT)}, { triggeringPrincipal });
  })()`);
  const frame = `${HIDDEN}.browser`;
  const isThere = (): boolean => document.querySelector('svg') !== null && 'chrome' in globalThis;
  // While it is being loaded, nobody answers.
  await until(
    () => evaluateIn(chrome, frame, isThere, []).catch(() => false),
    'the hidden page of the extension',
  );
  return evaluateIn(chrome, frame, run, args);
}
