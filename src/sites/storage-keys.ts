import { browser } from 'wxt/browser';

/**
 * The keys of storage.local alone, where the browser can tell them (Chrome 130, Firefox 143): after a busy year the values
 * are megabytes, and the background asks each time it wakes.
 */
export async function storageKeys(): Promise<readonly string[]> {
  const { local } = browser.storage;
  // Not in every browser that we run in, whatever the types say.
  const { getKeys } = local as { getKeys?: () => Promise<string[]> };
  return getKeys ? getKeys.call(local) : Object.keys(await local.get(null));
}
