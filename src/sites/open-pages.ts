/**
 * Injects the scripts into pages that were open before their site was switched on, since registered
 * scripts run only on load. The hook's overlays are on prototypes, so they work in an open page
 * too.
 */
import { browser } from 'wxt/browser';
import { callInPage, runInPage } from '../extension/in-page.ts';
import { siteOf } from '../extension/origins.ts';

/**
 * Runs the three scripts in all open pages of these sites and in their frames, as the browser does
 * on load. Where they already run, they notice and do nothing. A frame in a page of another site is
 * not found: it needs a reload.
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

/**
 * Most rounds for one tab. A page that is loaded again meanwhile can get one script in its old
 * document and the next in its new one, and a hook without a bridge does nothing.
 */
const MAX_ROUNDS = 3;

async function joinTab(tabId: number, sites: readonly string[]): Promise<void> {
  let joined = '';
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    try {
      const documents = await documentsIn(tabId, sites);
      const found = JSON.stringify(documents);
      if (documents.length === 0 || found === joined) return;
      await runScripts(
        tabId,
        documents.map(([frameId]) => frameId),
      );
      joined = found;
    } catch {
      // The tab was closed, has moved to another site, shows an error page, or is being loaded
      // again.
    }
  }
}

/**
 * The browser's permission may be wider than the sites that are on: no other frame gets our
 * scripts.
 * @returns the frames of these sites, each with what tells its document from the next
 */
async function documentsIn(
  tabId: number,
  sites: readonly string[],
): Promise<(readonly [frameId: number, document: string])[]> {
  const all = { target: { tabId, allFrames: true }, injectImmediately: true };
  const frames = await callInPage(all, () => `${location.origin} ${performance.timeOrigin}`, []);
  return frames.flatMap(({ frameId, result = '' }) =>
    sites.includes(result.split(' ', 1)[0] ?? '') ? [[frameId, result] as const] : [],
  );
}

async function runScripts(tabId: number, frameIds: number[]): Promise<void> {
  const enabled = { target: { tabId, frameIds }, injectImmediately: true };
  // The bridge first, so that it can stop a second hook.
  await runInPage(enabled, '/page-bridge.js', 'ISOLATED');
  await runInPage(enabled, '/page-hook.js', 'MAIN');
  await runInPage(enabled, '/page-badges.js', 'ISOLATED');
}
