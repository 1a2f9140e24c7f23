import { browser } from 'wxt/browser';
import { createPageCalls, type PageCalls } from '../detection/page-call.ts';
import { openPage } from '../sites/open-page.ts';
import { siteOf } from '../sites/origins.ts';
import { isTab } from './backend.ts';

/**
 * @param named id of the tab to be preferred
 * @returns id of a tab with a page of the site; null when none is open
 */
export async function findSiteTab(site: string, named: number | null): Promise<number | null> {
  const open = (await browser.tabs.query({})).flatMap(({ id, url, discarded }) =>
    id !== undefined && url && !discarded && siteOf(url) === site ? [id] : [],
  );
  return open.find((id) => id === named) ?? open[0] ?? null;
}

/**
 * Calls through whichever tab has a page of the site when the call is made: for work that outlasts a tab.
 * @param named as for `findSiteTab`
 */
export function createSiteCalls(site: string, named: number | null): PageCalls {
  function through(way: keyof PageCalls): PageCalls[typeof way] {
    return async (request) => {
      const tab = await findSiteTab(site, named);
      return tab === null ? { status: 0, body: null } : createPageCalls(tab, site)[way](request);
    };
  }
  return { anonymous: through('anonymous'), signedIn: through('signedIn') };
}

/**
 * Opens a page of the extension in a tab of its own. The toolbar button's popup closes over it, one that is shown as a tab stays.
 * @param address from the root of the extension on, without a slash before it
 */
export async function leaveFor(address: string): Promise<void> {
  await openPage(address);
  if (!isTab()) window.close();
}
