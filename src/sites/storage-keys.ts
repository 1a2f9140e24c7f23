import { browser } from 'wxt/browser';

/**
 * The keys of a storage alone, where the browser can tell them (Chrome 130, Firefox 143): after a busy year the values are
 * megabytes, and so are figures that were just deleted; the background asks for both each time it wakes.
 */
export async function storageKeys(area: 'local' | 'session' = 'local'): Promise<readonly string[]> {
  const storage = browser.storage[area];
  // Not in every browser that we run in, whatever the types say.
  const { getKeys } = storage as { getKeys?: () => Promise<string[]> };
  return getKeys ? getKeys.call(storage) : Object.keys(await storage.get(null));
}
