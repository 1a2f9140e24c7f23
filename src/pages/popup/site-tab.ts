import { browser, type Browser } from 'wxt/browser';
import { createPageCalls, type PageCalls } from '../../detection/page-call.ts';
import { openPage } from '../../extension/routes.ts';
import { siteOf } from '../../extension/origins.ts';
import { isTab } from './backend.ts';

/**
 * @param named id of the tab to prefer
 * @returns id of a tab with a page of the site; `private` if that is in a private window, of which
 * nothing is kept; null if none is open
 */
export async function findSiteTab(
  site: string,
  named: number | null,
): Promise<number | 'private' | null> {
  const open = (await browser.tabs.query({})).filter((tab) => shows(tab, site));
  const tab =
    open.find(({ id }) => id === named) ?? open.find(({ incognito }) => !incognito) ?? open[0];
  return tab?.incognito ? 'private' : (tab?.id ?? null);
}

/**
 * Calls the server through one tab, for as long as it shows the site. No other tab replaces it:
 * that may be in another container or a private window, with somebody else signed in.
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
 * Opens a page of the extension in a tab of its own. A popup of the toolbar button closes, one that
 * is shown as a tab stays open.
 * @param address from the root of the extension, without a leading slash
 */
export async function leaveFor(address: string): Promise<void> {
  await openPage(address);
  if (!isTab()) window.close();
}
