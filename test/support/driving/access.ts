/** Takes sites away from the extension, as a person can. */
import type { Page } from 'puppeteer-core';
import { createChromeScope } from '../../../src/tools/browsers/chrome-scope.ts';
import type { Driver, Popup } from '../../../src/tools/browsers/driver.ts';
import { siteStatus, SWITCH } from '../../../src/tools/browsers/enable-site.ts';
import { until } from '../../../src/tools/browsers/until.ts';
import { policyOf } from './firefox-policy.ts';

/**
 * Tries to switch the site of `page` on, and refuses the browser's prompt. The page is not
 * reloaded.
 */
export async function refuseSite(driver: Driver, page: Page): Promise<void> {
  const popup = await driver.openPopup(page, `${SWITCH}[aria-checked="false"]`);
  await popup.click(SWITCH);
  await driver.answer(false);
  await closeIfOpen(popup);
  await page.bringToFront();
}

/**
 * Switches the site of `page` off in the real popup and waits until its scripts are unregistered.
 */
export async function disableSite(driver: Driver, page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const popup = await driver.openPopup(page, `${SWITCH}[aria-checked="true"]`);
  await popup.click(SWITCH);
  await until(async () => {
    const { enabled, registered, wanted } = await siteStatus(driver, origin);
    return !enabled && registered === wanted;
  }, `${origin} to be switched off`);
  await closeIfOpen(popup);
  await page.bringToFront();
}

/** Closes the popup unless the permission prompt has, as in Chromium. */
async function closeIfOpen(popup: Popup): Promise<void> {
  if (!(await popup.isClosed())) await popup.close();
}

/**
 * Revokes a host permission (a match pattern such as `http://localhost/*`), as the user does in the
 * browser's settings.
 */
export async function revoke({ kind, browser, base }: Driver, pattern: string): Promise<void> {
  if (kind === 'chromium') {
    const page = await browser.newPage();
    await page.goto('chrome://extensions');
    await page.evaluate(removeHostPermission, new URL(base).hostname, pattern);
    await page.close();
    return;
  }
  await createChromeScope(browser)(`(async () => {
    const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
    const gone = { permissions: [], origins: [${JSON.stringify(pattern)}] };
    const { id, extension } = ${policyOf(base)};
    await ExtensionPermissions.remove(id, gone, extension);
  })()`);
}

/** Runs in the browser's extensions page, and does what the switch for a site does there. */
async function removeHostPermission(id: string, pattern: string): Promise<void> {
  const { chrome } = globalThis as unknown as {
    chrome: {
      developerPrivate: { removeHostPermission(id: string, pattern: string): Promise<void> };
    };
  };
  await chrome.developerPrivate.removeHostPermission(id, pattern);
}
