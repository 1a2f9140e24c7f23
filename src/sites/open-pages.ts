/**
 * Injects the scripts into pages that were open before their site was switched on, since registered scripts run only on
 * load. The hook's overlays are on prototypes, so they work in an open page too.
 */
import { browser } from 'wxt/browser';
import { callInPage, runInPage } from '../extension/in-page.ts';
import { siteOf } from '../extension/origins.ts';

/**
 * Runs the three scripts in all open pages of these sites and in their frames, as the browser does on load. Where they
 * already run, they notice and do nothing. A frame in a page of another site is not found: it needs a reload.
 * @param sites that are on and permitted
 */
export async function joinOpenPages(sites: readonly string[]): Promise<void> {
  const tabs = await browser.tabs.query({});
  await Promise.all(
    tabs.map(async ({ id, url = '', discarded }) => {
      if (id !== undefined && !discarded && sites.includes(siteOf(url) ?? ''))
        await joinTab(id, sites);
    }),
  );
}

async function joinTab(tabId: number, sites: readonly string[]): Promise<void> {
  try {
    // The browser's permission may be wider than the sites that are on: no other frame gets our scripts.
    const all = { target: { tabId, allFrames: true }, injectImmediately: true };
    const frames = await callInPage(all, () => location.origin, []);
    const frameIds = frames
      .filter(({ result }) => sites.includes(String(result)))
      .map(({ frameId }) => frameId);
    if (frameIds.length === 0) return;
    const enabled = { target: { tabId, frameIds }, injectImmediately: true };
    // The bridge first, so that it can stop a second hook.
    await runInPage(enabled, '/page-bridge.js', 'ISOLATED');
    await runInPage(enabled, '/page-hook.js', 'MAIN');
    await runInPage(enabled, '/page-badges.js', 'ISOLATED');
  } catch {
    // The tab was closed, has moved to another site, or shows an error page.
  }
}
