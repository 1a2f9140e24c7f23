import { browser } from 'wxt/browser';

/**
 * Opens a page of the extension in a new tab. @param address relative to the root of the extension, without a leading
 * slash
 */
export async function openPage(address: string): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/') + address });
}
