/** Stops and restarts the extension's background, as the browser does. */
import type { Protocol } from 'puppeteer-core';
import { createChromeScope } from '../../../src/tools/browsers/chrome-scope.ts';
import type { Driver } from '../../../src/tools/browsers/driver.ts';
import {
  ignoreClosed,
  isWorkerOf,
  openHiddenPage,
} from '../../../src/tools/browsers/service-worker.ts';
import { until } from '../../../src/tools/browsers/until.ts';
import { policyOf } from './firefox-policy.ts';

/** Returns whether the background is running, without waking it. */
export async function isBackgroundRunning({ kind, browser, base }: Driver): Promise<boolean> {
  if (kind === 'chromium') return browser.targets().some((target) => isWorkerOf(base, target));
  const views = `[...${policyOf(base)}.extension.views]`;
  return (
    (await createChromeScope(browser)(
      `${views}.some(({ viewType }) => viewType === 'background')`,
    )) === true
  );
}

/** Stops the background as the browser does after idling. */
export async function stopBackground(driver: Driver): Promise<void> {
  if (driver.kind === 'chromium') return stopWorker(driver);
  // Not verified afterwards, because an event may start the next one at once.
  await createChromeScope(driver.browser)(
    `${policyOf(driver.base)}.extension.terminateBackground({ ignoreDevToolsAttached: true }).then(() => true)`,
  );
}

/**
 * Stops the worker as the browser does, and returns once the browser says so: an event may start
 * the next one at once, and that one may run.
 */
async function stopWorker({ browser, base }: Driver): Promise<void> {
  const target = browser.targets().find((one) => isWorkerOf(base, one));
  // One that sleeps is not woken for it: that would finish what it had left half-done.
  if (!target) return;
  // While somebody is attached, the next worker has the target of this one, which puppeteer cannot
  // reach any more.
  const worker = await target.worker();
  await worker?.client.detach().catch(ignoreClosed);
  const page = await openHiddenPage(browser, base);
  const session = await page.createCDPSession();
  const statuses: Protocol.ServiceWorker.ServiceWorkerVersionRunningStatus[] = [];
  let versionId = '';
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    const ours = versions.find(
      ({ scriptURL, status }) => scriptURL.startsWith(base) && status !== 'redundant',
    );
    if (!ours) return;
    ({ versionId } = ours);
    statuses.push(ours.runningStatus);
  });
  await session.send('ServiceWorker.enable');
  await until(() => versionId, 'the browser to tell of the service worker');
  await session.send('ServiceWorker.stopWorker', { versionId });
  await until(() => statuses.includes('stopped'), 'the service worker to stop');
  await until(
    () => statuses.at(-1) !== 'stopped' || !browser.targets().includes(target),
    'the service worker to be gone',
  );
  await page.close();
}

/** Reloads the extension, as an update does. Its open pages close. */
export async function reloadExtension({ kind, browser, base }: Driver): Promise<void> {
  if (kind === 'chromium') {
    const extension = (await browser.extensions()).get(new URL(base).hostname);
    if (!extension) throw new Error('The extension is not installed in this browser.');
    await browser.installExtension(extension.path);
    // The browser starts it, for `onInstalled`.
    await browser.waitForTarget((target) => isWorkerOf(base, target), { timeout: 15_000 });
    return;
  }
  const chrome = createChromeScope(browser);
  await chrome(`(async () => {
    const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
    await (await AddonManager.getAddonByID(${policyOf(base)}.id)).reload();
  })()`);
  await until(() => chrome(`${policyOf(base)}?.active === true`), 'the extension to start again');
}
