/**
 * Pictures of the browsers' own pages from which the extension is loaded, with a ring around what
 * to press.
 */
import type { Page } from 'puppeteer-core';
import { createChromeScope } from '../../src/tools/browsers/chrome-scope.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { launch } from '../../src/tools/browsers/launch.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { build } from '../../src/tools/cli/build.ts';
import { DENSITY } from './docs-pictures.ts';

/** Narrower, its page hides what is meant. */
const CHROMIUM = { width: 500, height: 290 };
const DRAWN_MS = 1500;

/** @returns the page of one of the browsers, as PNG */
export async function takeBrowserPicture(kind: BrowserKind): Promise<Uint8Array> {
  const driver = await launch(kind, {
    extension: await build(kind),
    windowSize: { width: 880, height: 900 },
  });
  try {
    const page = await driver.newPage();
    if (kind === 'chromium') return await takeChromium(page);
    // For the protocol, a page of the browser itself never finishes loading.
    page.goto('about:debugging#/runtime/this-firefox', { timeout: 0 }).catch(() => null);
    const chrome = createChromeScope(driver.browser);
    const tab = 'gBrowser.selectedBrowser';
    await until(
      () => chrome(`${tab}.currentURI.spec.endsWith('this-firefox')`),
      'the page of Firefox',
    );
    await sleep(2 * DRAWN_MS);
    const picture = await chrome(`(async () => {
      const { document } = ${tab}.contentWindow;
      const press = document.querySelector('.qa-temporary-extension-install-button');
      press.style.cssText = 'outline: 3px solid #d70022; outline-offset: -3px';
      const { left, top, right } = press.closest('section').getBoundingClientRect();
      const rect = new DOMRect(left - 12, top - 44, right - left + 24, 150);
      const bitmap = await ${tab}.browsingContext.currentWindowGlobal.drawSnapshot(rect, ${DENSITY}, 'white');
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext('2d').drawImage(bitmap, 0, 0);
      return new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer()).toBase64();
    })()`);
    return Buffer.from(String(picture), 'base64');
  } finally {
    await driver.close();
  }
}

async function takeChromium(page: Page): Promise<Uint8Array> {
  await page.setViewport({ ...CHROMIUM, deviceScaleFactor: DENSITY });
  await page.goto('chrome://extensions/');
  await sleep(DRAWN_MS);
  await page.evaluate(() => {
    function find(root: ParentNode, selector: string): HTMLElement | null {
      for (const one of root.querySelectorAll<HTMLElement>('*')) {
        const found = one.matches(selector)
          ? one
          : one.shadowRoot && find(one.shadowRoot, selector);
        if (found) return found;
      }
      return null;
    }
    const mode = find(document, '#devMode')!;
    mode.click();
    for (const one of [mode, find(document, '#loadUnpacked')!])
      one.style.outline = '3px solid #d70022';
  });
  await sleep(DRAWN_MS);
  return page.screenshot();
}
