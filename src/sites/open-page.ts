import { browser } from 'wxt/browser';

/** Opens a page of the extension in a tab of its own. @param address from the root of the extension on, without a slash before it */
export async function openPage(address: string): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/') + address });
}
