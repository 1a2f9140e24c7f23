import { browser, type Browser } from 'wxt/browser';
import { healingAddress, type Address } from './address.ts';
import { openPage } from '../extension/routes.ts';

/** Most pages that clean chats of one site and are opened from within it. */
export const MAX_PAGES = 3;

/**
 * Shows the page that cleans a chat: brings one that is already open for it to the front. With too
 * many pages of its site open, brings the last of those to the front, because the request may come
 * from the page and not the person.
 */
export async function showHealingPage(wanted: Address): Promise<void> {
  const address = browser.runtime.getURL('/') + healingAddress(wanted);
  const ofSite = `${browser.runtime.getURL('/')}${healingAddress({ tab: null, site: wanted.site, chat: null })}`;
  // A tab that is still opening has only a pending URL.
  const open = (await browser.tabs.query({})).map((tab) => ({
    tab,
    url: tab.pendingUrl || tab.url || '',
  }));
  const pages = open.filter(({ url }) => url === ofSite || url.startsWith(`${ofSite}&`));
  const known =
    pages.find(({ url }) => url === address) ??
    (pages.length >= MAX_PAGES ? pages.at(-1) : undefined);
  if (known) await bringToFront(known.tab);
  else await openPage(healingAddress(wanted));
}

async function bringToFront({ id, windowId }: Browser.tabs.Tab): Promise<void> {
  if (id === undefined) return;
  await browser.tabs.update(id, { active: true });
  await browser.windows.update(windowId, { focused: true });
}
