/** The extension's service worker in Chromium. */
import type { Browser, Target, WebWorker } from 'puppeteer-core';

/** @param base address of the extension, with a slash at its end; '' if there is none */
export function isWorkerOf(base: string, target: Target): boolean {
  return base !== '' && target.type() === 'service_worker' && target.url().startsWith(base);
}

/** Starts the worker of this extension if it does not run. */
export async function runningWorker(browser: Browser, base: string): Promise<WebWorker> {
  const isWorker = (target: Target) => isWorkerOf(base, target);
  if (!browser.targets().some(isWorker)) await wake(browser, base);
  const target = await browser.waitForTarget(isWorker, { timeout: 5000 });
  const worker = await target.worker();
  if (!worker) throw new Error('The service worker ended before it could be reached.');
  return worker;
}

async function wake(browser: Browser, base: string): Promise<void> {
  const page = await browser.newPage();
  // The manifest is the one extension page that runs no code of the extension.
  await page.goto(`${base}manifest.json`);
  const session = await page.createCDPSession();
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.startWorker', { scopeURL: base });
  await browser.waitForTarget((target) => isWorkerOf(base, target), { timeout: 5000 });
  await page.close();
}

/** Ignores that what was clicked or asked has closed meanwhile, as a popup does when a permission prompt opens. */
export function ignoreClosed(error: unknown): void {
  if (!/closed|detached|No target with given id/i.test(String(error))) throw error;
}
