/** Identifies the sender of a message by what the browser says, not by the message. */
import { browser, type Browser } from 'wxt/browser';
import { siteOf } from './origins.ts';

/** A page of a site, in a tab or in a frame. */
export interface Page {
  readonly origin: string;
  readonly tabId: number;
  /** In a frame, whether of another site or of its own. */
  readonly framed: boolean;
  /** In a private window. */
  readonly incognito: boolean;
}

/**
 * Returns whether one of our own pages sent it: only they may switch anything. A popup opened as a tab has a `tab` too,
 * so the URL decides: the browser fills it in, and for a content script it is the page's.
 */
export function isExtensionPage({ id, url }: Browser.runtime.MessageSender): boolean {
  return id === browser.runtime.id && url !== undefined && url.startsWith(browser.runtime.getURL('/'));
}

/** @returns null for anything but our own script in a page of a site */
export function pageOf({ id, tab, frameId, url }: Browser.runtime.MessageSender): Page | null {
  if (id !== browser.runtime.id || tab?.id === undefined || frameId === undefined || url === undefined) return null;
  const origin = siteOf(url);
  return origin === null ? null : { origin, tabId: tab.id, framed: frameId !== 0, incognito: tab.incognito === true };
}
