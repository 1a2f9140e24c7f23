/** The extension's service worker in Chromium, and a page beside it. */
import type { Browser, Page, Target, WebWorker } from 'puppeteer-core';
import { until } from './until.ts';

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

/** A file of the extension that is a document and no script. */
export const DOCUMENT = 'icon/on.svg';

/**
 * Opens a page of the extension that belongs to no tab and runs no code of the extension, but has
 * its API. What is read there is read without waking the worker, as opening a tab would.
 * @param base address of the extension, with a slash at its end
 */
export async function openHiddenPage(browser: Browser, base: string): Promise<Page> {
  // The page closes with the session that made it.
  const session = await browser.target().createCDPSession();
  const url = base + DOCUMENT;
  // puppeteer's types do not know `hidden` yet.
  const { targetId } = (await session.send('Target.createTarget', { url, hidden: true } as {
    url: string;
  })) as { readonly targetId: string };
  // Nor does it announce this target, or name its id.
  const target = await until(
    () => browser.targets().find((one) => (one as { _targetId?: string })._targetId === targetId),
    'the hidden page of the extension',
  );
  const page = await target.asPage();
  await page.waitForSelector('svg');
  return page;
}

/**
 * Ignores that what was clicked or asked has closed meanwhile, as a popup does when a permission
 * prompt opens.
 */
export function ignoreClosed(error: unknown): void {
  if (!/closed|detached|No (?:target|session) with given id/i.test(String(error))) throw error;
}
