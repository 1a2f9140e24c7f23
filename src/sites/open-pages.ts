/**
 * Pages that were open before their site was switched on: nothing but a load runs registered scripts. The hook's overlays
 * are on prototypes, so that in an open page they work as well.
 */
import { browser } from 'wxt/browser';
import { siteOf } from './origins.ts';

/**
 * Runs the two scripts in all open pages of these sites and in their frames, as the browser does when they load. Where
 * they run already, they see that and do nothing. A frame in a page of another site is not found: it needs a reload.
 * @param sites that are on and permitted
 */
export async function joinOpenPages(sites: readonly string[]): Promise<void> {
  const tabs = await browser.tabs.query({});
  await Promise.all(
    tabs.map(async ({ id, url = '', discarded }) => {
      if (id !== undefined && !discarded && sites.includes(siteOf(url) ?? '')) await joinTab(id, sites);
    }),
  );
}

async function joinTab(tabId: number, sites: readonly string[]): Promise<void> {
  try {
    // The browser's permission may be wider than what is on: nothing of ours enters any other frame.
    const frames = await browser.scripting.executeScript({
      target: { tabId, allFrames: true },
      injectImmediately: true,
      func: () => location.origin,
    });
    const frameIds = frames.filter(({ result }) => sites.includes(String(result))).map(({ frameId }) => frameId);
    if (frameIds.length === 0) return;
    const common = { target: { tabId, frameIds }, injectImmediately: true } as const;
    // The bridge first: it tells a second hook that there is one.
    await browser.scripting.executeScript({ ...common, files: ['/page-bridge.js'], world: 'ISOLATED' });
    await browser.scripting.executeScript({ ...common, files: ['/page-hook.js'], world: 'MAIN' });
  } catch {
    // The tab was closed, has gone to another site, or shows an error page.
  }
}
