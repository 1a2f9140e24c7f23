import { browser } from 'wxt/browser';
import { siteOf } from '../../extension/origins.ts';

/**
 * Shows a chat whose site is on: in the tab that already has it open, which the scripts have joined
 * by now, or else in a new one.
 * @param url of the page to be opened
 */
export async function showChat(site: string, url: string): Promise<void> {
  const open = (await browser.tabs.query({})).find(
    (tab) => tab.url !== undefined && siteOf(tab.url) === site,
  );
  if (open?.id === undefined) await browser.tabs.create({ url });
  else await browser.tabs.update(open.id, { active: true });
}
