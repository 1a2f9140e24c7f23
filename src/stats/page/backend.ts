/** What the statistics ask of the background and the browser. */
import { browser } from 'wxt/browser';
import type { Request } from '../../sites/messages.ts';

/** Forgets everything that was counted. @param origin null for all sites. @returns whether it was done */
export async function forgetFigures(origin: string | null): Promise<boolean> {
  const request: Request = { type: 'forget-figures', origin };
  try {
    return (await browser.runtime.sendMessage(request)) === true;
  } catch {
    // No receiver, or it went away before answering.
    return false;
  }
}

/** Undoes the last deletion. @returns whether it was done */
export async function restoreFigures(): Promise<boolean> {
  const request: Request = { type: 'restore-figures' };
  try {
    return (await browser.runtime.sendMessage(request)) === true;
  } catch {
    return false; // as above
  }
}

/** Of the extension. */
export function version(): string {
  return browser.runtime.getManifest().version;
}
