/** What the help asks of the browser. */
import { browser } from 'wxt/browser';

/** @returns the keys that open the popup, as the browser writes them; null where there are none, as on phones */
export async function readShortcut(): Promise<string | null> {
  const { commands } = browser;
  if (!commands) return null;
  const all = await commands.getAll();
  return all.find(({ name }) => name === '_execute_action')?.shortcut || null;
}

/** Which of the two browsers' own pages hold the keys. */
export const SHORTCUTS_IN: 'chromium' | 'firefox' = import.meta.env.FIREFOX ? 'firefox' : 'chromium';
