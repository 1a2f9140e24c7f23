/**
 * Tool calls on each tab's present page, for the number on the toolbar icon. Kept in storage.session: the background
 * may be stopped at any moment, and the number means nothing once the browser is closed.
 */
import { browser } from 'wxt/browser';
import { isObject } from '../normalizer/json/json-edit.ts';

/** A tab's page and the tool calls seen there since it was loaded. */
interface TabFigure {
  /** The browser's id of the document; '' if it gives none (older Firefox). */
  readonly page: string;
  readonly calls: number;
}

const PREFIX = 'tab:';

/**
 * Adds to the count of a tab; a new page starts at zero. Not safe to run concurrently: queue it.
 * @param page the browser's id of the document, or '' if it gives none
 * @returns the tool calls seen on this page so far
 */
export async function addToTab(tabId: number, page: string, calls: number): Promise<number> {
  const before = await readFigure(tabId);
  const sum = calls + (before?.page === page ? before.calls : 0);
  await browser.storage.session.set({ [PREFIX + tabId]: { page, calls: sum } satisfies TabFigure });
  return sum;
}

/** Deletes the count of a closed tab. */
export async function forgetTab(tabId: number): Promise<void> {
  await browser.storage.session.remove(PREFIX + tabId);
}

/**
 * Deletes the count of a page without an id when its tab begins to load. Pages with an id do not need this and must not
 * get it: Chromium also reports "loading" when a page merely changes its own URL, as chat pages do with the first
 * message.
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
