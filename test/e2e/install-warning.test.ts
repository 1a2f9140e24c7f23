import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createChromeScope } from '../../src/tools/browsers/chrome-scope.ts';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { freshBrowser, sharedBrowser } from '../support/browsers.ts';

/** An extension that asks for the addresses of all tabs, of which both browsers warn. */
function writeCurious(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-curious-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const manifest = { manifest_version: 3, name: 'Curious', version: '1', permissions: ['tabs'] };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}

/** The warnings in Chromium's prompt at install, as its own page of extensions requests them. */
async function chromiumWarnings({ newPage }: Driver, id: string): Promise<string[]> {
  const page = await newPage();
  onTestFinished(() => page.close());
  await page.goto('chrome://extensions');
  return page.evaluate((asked) => {
    const { chrome } = globalThis as unknown as {
      chrome: { management: { getPermissionWarningsById(id: string): Promise<string[]> } };
    };
    return chrome.management.getPermissionWarningsById(asked);
  }, id);
}

test('chromium shows no warning when the extension is installed', async () => {
  const driver = await freshBrowser('chromium');
  onTestFinished(() => driver.close());
  const curious = await driver.browser.installExtension(writeCurious());

  expect(await chromiumWarnings(driver, new URL(driver.base).host)).toEqual([]);
  expect(await chromiumWarnings(driver, curious)).toEqual(['Read your browsing history']);
});

/**
 * Runs in the browser's own scope: the lines of Firefox's prompt at install, with `more`
 * permissions than the manifest requests.
 */
const firefoxLines = (more: readonly string[]): string => `(() => {
  const { ExtensionData } = ChromeUtils.importESModule('resource://gre/modules/Extension.sys.mjs');
  const { extension } = WebExtensionPolicy.getByID('stream-fixer@addons');
  const asked = extension.getRequiredPermissions();
  const permissions = { ...asked, permissions: [...asked.permissions, ...${JSON.stringify(more)}] };
  return ExtensionData.formatPermissionStrings({ type: 'sideload', permissions }).msgs.join(', ');
})()`;

test('firefox shows no warning when the extension is installed', async () => {
  const { browser } = await sharedBrowser('firefox');
  const chrome = createChromeScope(browser);

  expect(await chrome(firefoxLines([]))).toBe('');
  expect(await chrome(firefoxLines(['tabs']))).toBe('Access browser tabs');
});
