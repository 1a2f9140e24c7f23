import { browser, type Browser } from 'wxt/browser';
import { createPageCalls, type PageCalls } from '../../detection/page-call.ts';
import { openPage } from '../../sites/open-page.ts';
import { siteOf } from '../../sites/origins.ts';
import { isTab } from './backend.ts';

/**
 * @param named id of the tab to be preferred
 * @returns id of a tab with a page of the site; `private` where that is in a private window, of which nothing is kept; null
 *   when none is open
 */
export async function findSiteTab(site: string, named: number | null): Promise<number | 'private' | null> {
  const open = (await browser.tabs.query({})).filter((tab) => shows(tab, site));
  const tab = open.find(({ id }) => id === named) ?? open.find(({ incognito }) => !incognito) ?? open[0];
  return tab?.incognito ? 'private' : (tab?.id ?? null);
}

/**
 * Calls through one tab, for as long as it shows the site. No other tab takes its place: it may be in another container
 * or a private window, with somebody else signed in.
 */
export function createSiteCalls(site: string, tabId: number): PageCalls {
  const calls = createPageCalls(tabId, site);

  function through(way: keyof PageCalls): PageCalls[typeof way] {
    return async (request) => {
      const open = await browser.tabs.get(tabId).then(
        (tab) => shows(tab, site) && !tab.incognito,
        () => false,
      );
      return open ? calls[way](request) : { status: 0, body: null, lost: true };
    };
  }
  return { anonymous: through('anonymous'), signedIn: through('signedIn') };
}

function shows({ id, url, discarded }: Browser.tabs.Tab, site: string): boolean {
  return id !== undefined && !!url && !discarded && siteOf(url) === site;
}

/**
 * Opens a page of the extension in a tab of its own. The toolbar button's popup closes over it, one that is shown as a tab stays.
 * @param address from the root of the extension on, without a slash before it
 */
export async function leaveFor(address: string): Promise<void> {
  await openPage(address);
  if (!isTab()) window.close();
}
