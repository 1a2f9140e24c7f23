/** Who sent a message, as the browser says it and not the message. */
import { browser, type Browser } from 'wxt/browser';
import { siteOf } from './origins.ts';

/** A page of a site: that of a tab, or one in a frame of it. */
export interface Page {
  readonly origin: string;
  readonly tabId: number;
  /** In a frame of another page, or of one of its own site. */
  readonly framed: boolean;
  /** The browser's name of the document, '' where it has none. */
  readonly documentId: string;
  /** In a private window. */
  readonly incognito: boolean;
}

/**
 * Only our own pages may switch anything. A popup opened as a tab has a `tab` too, so the address decides: the browser
 * fills it in, and that of a content script is the page's.
 */
export function isExtensionPage({ id, url }: Browser.runtime.MessageSender): boolean {
  return id === browser.runtime.id && url !== undefined && url.startsWith(browser.runtime.getURL('/'));
}

/** @returns null for anything but our own script in a page of a site */
export function pageOf({ id, tab, frameId, url, documentId }: Browser.runtime.MessageSender): Page | null {
  if (id !== browser.runtime.id || tab?.id === undefined || frameId === undefined || url === undefined) return null;
  const origin = siteOf(url);
  return origin === null
    ? null
    : { origin, tabId: tab.id, framed: frameId !== 0, documentId: documentId ?? '', incognito: tab.incognito === true };
}
