/**
 * Writes to storage.local, for the background. What is stored has one version for all keys; what
 * names none is older than the first release. If a newer build has raised it, as when a profile
 * moves back to an older one, its data stays as it is: nothing is overwritten and nothing is
 * deleted, and the popup and the pages say so (src/pages/parts/newer-data.tsx). Cleaned chats are
 * in a database with a version of its own (src/healing/backups/indexed-db-store.ts).
 */
import { browser } from 'wxt/browser';

/**
 * Raised by the build that first stores something which this one would misread; that build converts
 * what it finds.
 */
export const DATA_VERSION = 2;
export const DATA_VERSION_KEY = 'data-version';

/**
 * @returns whether a build newer than this one has written the data, or one that states its version
 * in another way
 */
export async function isDataNewer(): Promise<boolean> {
  return isOfNewer(await browser.storage.local.get(DATA_VERSION_KEY));
}

/**
 * @param stored values by their keys, with that of `DATA_VERSION_KEY` if there is one.
 * @returns as `isDataNewer`
 */
export function isOfNewer({
  [DATA_VERSION_KEY]: found = DATA_VERSION,
}: Readonly<Record<string, unknown>>): boolean {
  return !(typeof found === 'number' && found <= DATA_VERSION);
}

/** Writes these values by their keys, all or none. Does nothing if the data is newer. */
export async function setData(values: Readonly<Record<string, unknown>>): Promise<void> {
  if (!(await isDataNewer())) await browser.storage.local.set(values);
}

/**
 * States the version of the data, for later builds. For the background, before it writes anything
 * else.
 */
export async function stateVersion(): Promise<void> {
  const { [DATA_VERSION_KEY]: version } = await browser.storage.local.get(DATA_VERSION_KEY);
  if (version !== DATA_VERSION) await setData({ [DATA_VERSION_KEY]: DATA_VERSION });
}

/** Deletes these keys. Does nothing if the data is newer. */
export async function removeData(keys: string | readonly string[]): Promise<void> {
  if (!(await isDataNewer())) await browser.storage.local.remove([keys].flat());
}

/**
 * Returns only the keys of a storage, if the browser can list them (Chrome 130, Firefox 143): after
 * a busy year the values are megabytes, even those of statistics just deleted, and the background
 * needs the keys each time it wakes.
 */
export async function storageKeys(area: 'local' | 'session' = 'local'): Promise<readonly string[]> {
  const storage = browser.storage[area];
  // Not every supported browser has it, whatever the types say.
  const { getKeys } = storage as { getKeys?: () => Promise<string[]> };
  return getKeys ? getKeys.call(storage) : Object.keys(await storage.get(null));
}

type Changes = Record<string, { readonly newValue?: unknown }>;

/**
 * Watches every change in storage.local.
 * @param signal stops watching; without it, watches as long as this context lives
 */
export function watchStorage(onChange: (changes: Changes) => void, signal?: AbortSignal): void {
  if (signal?.aborted) return;
  function hear(changes: Changes, area: string): void {
    if (area === 'local' && !signal?.aborted) onChange(changes);
  }
  function stop(): void {
    try {
      browser.storage.onChanged.removeListener(hear);
    } catch {
      // In an orphaned page even this call throws, and the error would show up in the page.
    }
  }
  browser.storage.onChanged.addListener(hear);
  signal?.addEventListener('abort', stop, { once: true });
}
