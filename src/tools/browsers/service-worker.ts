/** The extension's service worker in Chromium: started when it is needed, and stopped as the browser stops it. */
import type { Browser, CDPSession, Page, Target, WebWorker } from 'puppeteer-core';
import { until } from './until.ts';

export interface ServiceWorker {
  isRunning(): boolean;
  /** Starts it if it does not run. */
  running(): Promise<WebWorker>;
  stop(): Promise<void>;
}

/**
 * @param base address of the extension, with a slash at its end; '' if there is none
 * @param openQuietPage opens a page of the extension that runs no code
 */
export function createServiceWorker(browser: Browser, base: string, openQuietPage: () => Promise<Page>): ServiceWorker {
  function isWorker(target: Target): boolean {
    return base !== '' && target.type() === 'service_worker' && target.url().startsWith(base);
  }

  async function running(): Promise<WebWorker> {
    if (!browser.targets().some(isWorker)) await wake();
    const target = await browser.waitForTarget(isWorker, { timeout: 5000 });
    const worker = await target.worker();
    if (!worker) throw new Error('The service worker ended before it could be reached.');
    return worker;
  }

  async function wake(): Promise<void> {
    const page = await openQuietPage();
    const session = await page.createCDPSession();
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.startWorker', { scopeURL: base });
    await browser.waitForTarget(isWorker, { timeout: 5000 });
    await page.close();
  }

  async function ids(session: CDPSession): Promise<string[]> {
    const { targetInfos } = await session.send('Target.getTargets');
    return targetInfos
      .filter(({ type, url }) => type === 'service_worker' && url.startsWith(base))
      .map(({ targetId }) => targetId);
  }

  return {
    isRunning: () => browser.targets().some(isWorker),
    running,
    async stop() {
      const worker = await running();
      const target = browser.targets().find(isWorker);
      const session = await browser.target().createCDPSession();
      try {
        const known = await ids(session);
        await worker.close();
        // An event may start the next worker at once; only this one has to be gone. An event between the two requests
        // of `close` starts the next one in the same target, which puppeteer cannot reach anymore. So this one is
        // closed, too.
        await until(async () => {
          if (!browser.targets().some((one) => one === target)) return true;
          await Promise.all(
            known.map((targetId) => session.send('Target.closeTarget', { targetId }).catch(ignoreClosed)),
          );
          return false;
        }, 'the service worker to stop');
      } finally {
        await session.detach();
      }
    },
  };
}

/** Ignores that what was clicked or asked has closed meanwhile, as a popup does when a permission prompt opens. */
export function ignoreClosed(error: unknown): void {
  if (!/closed|detached|No target with given id/i.test(String(error))) throw error;
}
