/** Pages of the extension in tabs. */
import type { Page } from 'puppeteer-core';
import { createChromiumPage } from '../../../src/tools/browsers/chromium.ts';
import { createChromeScope } from '../../../src/tools/browsers/chrome-scope.ts';
import type { Driver, OwnPage } from '../../../src/tools/browsers/driver.ts';
import { createFirefoxPage } from '../../../src/tools/browsers/firefox-own-pages.ts';
import { until } from '../../../src/tools/browsers/until.ts';

/** Milliseconds until a tab that was asked for shows its page. */
const TAB_MS = 10_000;

/** Opens an extension page (path without leading slash) in a tab and waits for `readySelector`. */
export async function openPage(driver: Driver, path: string, readySelector: string): Promise<Page> {
  const page = await driver.newPage();
  if (driver.kind === 'chromium') {
    await page.goto(driver.base + path);
    await page.waitForSelector(readySelector);
    return page;
  }
  // The navigation switches to the extension's process, so for the protocol it never finishes
  // loading.
  page.goto(driver.base + path, { timeout: 0 }).catch(() => null);
  // Between the two processes nobody answers.
  const ready = () => page.evaluate(isReady, readySelector).catch(() => false);
  await until(ready, `${path} with ${readySelector}`, TAB_MS);
  return page;
}

/**
 * Waits until the extension shows this page of its own in the tab in front (start of its path,
 * without leading slash).
 */
export function ownTab(driver: Driver, path: string, readySelector: string): Promise<OwnPage> {
  const address = driver.base + path;
  return driver.kind === 'chromium'
    ? chromiumTab(driver, address, readySelector)
    : firefoxTab(driver, address, readySelector);
}

async function chromiumTab(
  { browser }: Driver,
  address: string,
  readySelector: string,
): Promise<OwnPage> {
  const target = await browser.waitForTarget(
    (one) => one.type() === 'page' && one.url().startsWith(address),
    {
      timeout: TAB_MS,
    },
  );
  const page = await target.page();
  if (!page) throw new Error(`${address} is no page of a tab.`);
  await page.waitForSelector(readySelector);
  return createChromiumPage(page);
}

async function firefoxTab(
  { browser }: Driver,
  address: string,
  readySelector: string,
): Promise<OwnPage> {
  const chrome = createChromeScope(browser);
  const found = `gBrowser.tabs.find(({ selected, linkedBrowser }) =>
    selected && linkedBrowser.currentURI.spec.startsWith(${JSON.stringify(address)}))`;
  const page = createFirefoxPage(
    chrome,
    `${found}?.linkedBrowser ?? null`,
    `gBrowser.removeTab(${found})`,
  );
  await until(async () => !(await page.isClosed()), `${address} in front`, TAB_MS);
  // While it is being loaded, nobody answers.
  await until(
    () => page.evaluate(isReady, readySelector).catch(() => false),
    `${readySelector} in ${address}`,
    TAB_MS,
  );
  return page;
}

/** Runs in the page. */
function isReady(selector: string): boolean {
  return document.readyState === 'complete' && document.querySelector(selector) !== null;
}
