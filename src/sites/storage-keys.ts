import { browser } from 'wxt/browser';

/**
 * Returns only the keys of a storage, if the browser can list them (Chrome 130, Firefox 143): after a busy year the
 * values are megabytes, even those of statistics just deleted, and the background needs the keys each time it wakes.
 */
export async function storageKeys(area: 'local' | 'session' = 'local'): Promise<readonly string[]> {
  const storage = browser.storage[area];
  // Not every supported browser has it, whatever the types say.
  const { getKeys } = storage as { getKeys?: () => Promise<string[]> };
  return getKeys ? getKeys.call(storage) : Object.keys(await storage.get(null));
}
