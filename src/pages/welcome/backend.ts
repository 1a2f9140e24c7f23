/** What the welcome page and the help ask of the browser. */
import { browser } from 'wxt/browser';
import { siteOf } from '../../extension/origins.ts';

/** @returns the keys that open the popup, as the browser writes them; null if there are none, as on phones */
export async function readShortcut(): Promise<string | null> {
  const { commands } = browser;
  if (!commands) return null;
  const all = await commands.getAll();
  return all.find(({ name }) => name === '_execute_action')?.shortcut || null;
}

/** Which browser's settings page has the keyboard shortcuts. */
export const SHORTCUTS_IN: 'chromium' | 'firefox' = import.meta.env.FIREFOX ? 'firefox' : 'chromium';

/**
 * Shows a chat whose site is on: in the tab that already has it open, which the scripts have joined by now, or else in
 * a new one.
 * @param url of the page to be opened
 */
export async function showChat(site: string, url: string): Promise<void> {
  const open = (await browser.tabs.query({})).find((tab) => tab.url !== undefined && siteOf(tab.url) === site);
  if (open?.id === undefined) await browser.tabs.create({ url });
  else await browser.tabs.update(open.id, { active: true });
}
