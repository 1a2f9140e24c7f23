/**
 * What each tab's present page has shown, for the number on the toolbar icon. Kept in storage.session: the background
 * may be stopped at any moment, and the figure means nothing after the browser was closed.
 */
import { browser } from 'wxt/browser';
import { isObject } from '../normalizer/json/json-edit.ts';

/** A tab's page and the tool calls seen there since it was loaded. */
interface TabFigure {
  /** The browser's name of the document; '' where it gives none (older Firefox). */
  readonly page: string;
  readonly calls: number;
}

const PREFIX = 'tab:';

/**
 * Adds to the figure of a tab; another page than last time starts at zero. Not safe to run twice at once: queue it.
 * @param page the browser's name of the document, or '' where it gives none
 * @returns the tool calls seen on this page so far
 */
export async function addToTab(tabId: number, page: string, calls: number): Promise<number> {
  const before = await readFigure(tabId);
  const sum = calls + (before?.page === page ? before.calls : 0);
  await browser.storage.session.set({ [PREFIX + tabId]: { page, calls: sum } satisfies TabFigure });
  return sum;
}

/** The tab is gone. */
export async function forgetTab(tabId: number): Promise<void> {
  await browser.storage.session.remove(PREFIX + tabId);
}

/**
 * The tab began to load: forgets a page that has no name. Pages with a name need no such help, and must not get it:
 * Chromium also says "loading" when a page merely changes its own address, as chat pages do with the first message.
 */
export async function forgetNamelessPage(tabId: number): Promise<void> {
  if ((await readFigure(tabId))?.page === '') await forgetTab(tabId);
}

async function readFigure(tabId: number): Promise<TabFigure | null> {
  const key = PREFIX + tabId;
  const value: unknown = (await browser.storage.session.get(key))[key];
  if (!isObject(value)) return null;
  const { page, calls } = value;
  return typeof page === 'string' && typeof calls === 'number' ? { page, calls } : null;
}
