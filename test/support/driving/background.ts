/** Stops and restarts the extension's background, as the browser does. */
import type { CDPSession, Target } from 'puppeteer-core';
import { createChromeScope } from '../../../src/tools/browsers/chrome-scope.ts';
import type { Driver } from '../../../src/tools/browsers/driver.ts';
import { ignoreClosed, isWorkerOf } from '../../../src/tools/browsers/service-worker.ts';
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

async function stopWorker({ browser, base }: Driver): Promise<void> {
  const isWorker = (target: Target) => isWorkerOf(base, target);
  const target = browser.targets().find(isWorker);
  // One that sleeps is not woken for it: that would finish what it had left half-done.
  const worker = await target?.worker();
  if (!worker) return;
  const session = await browser.target().createCDPSession();
  try {
    const known = await workerIds(session, base);
    await worker.close();
    // An event may start the next worker at once; only this one has to be gone. An event between the two requests
    // of `close` starts the next one in the same target, which puppeteer cannot reach anymore. So this one is
    // closed, too.
    await until(async () => {
      if (!browser.targets().some((one) => one === target)) return true;
      await Promise.all(
        known.map((targetId) =>
          session.send('Target.closeTarget', { targetId }).catch(ignoreClosed),
        ),
      );
      return false;
    }, 'the service worker to stop');
  } finally {
    await session.detach();
  }
}

async function workerIds(session: CDPSession, base: string): Promise<string[]> {
  const { targetInfos } = await session.send('Target.getTargets');
  return targetInfos
    .filter(({ type, url }) => type === 'service_worker' && url.startsWith(base))
    .map(({ targetId }) => targetId);
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
