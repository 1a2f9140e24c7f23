/**
 * Batches that pages leave behind. A message sent while a page is closing is lost if it would have to wake the
 * background (seen in Chromium 156 and Firefox 153), and so is one over a port opened at that moment (Chromium 156); a
 * write to the storage gets through, in Firefox mostly. That write wakes the background, which adds the batches as if
 * they had been sent; those it already received do not count twice.
 */
import { browser } from 'wxt/browser';
import { removeData, storageKeys } from '../extension/storage.ts';
import { readBatches, type Batch } from './batch.ts';
import { leftKey, pageOfKey } from './keys.ts';

/**
 * Stores batches as a page closes: the one thing that a page bridge writes itself. Does nothing in private windows, of
 * which nothing is kept. Never rejects: the batches are sent as well. The caller knows that the data is not a newer
 * build's: a closing page has no time to look.
 */
export async function leaveBehind(origin: string, page: string, batches: readonly Batch[]): Promise<void> {
  try {
    if (browser.extension.inIncognitoContext !== true)
      await browser.storage.local.set({ [leftKey(origin, page)]: batches });
  } catch {
    // The storage refuses, or the page is orphaned and the call itself throws.
  }
}

/** @returns the keys under which batches were just left behind */
export function leftIn(changes: Readonly<Record<string, { readonly newValue?: unknown }>>): readonly string[] {
  return Object.keys(changes).filter((key) => pageOfKey(key) !== null && Array.isArray(changes[key]?.newValue));
}

/** @returns the keys of all batches left behind, including those whose change event was missed */
export async function allLeft(): Promise<readonly string[]> {
  return (await storageKeys()).filter((key) => pageOfKey(key) !== null);
}

/**
 * Adds the batches left behind, for the background.
 * @param keep adds the batches of a page; they are deleted only afterwards
 */
export async function takeLeft(
  keys: readonly string[],
  keep: (origin: string, page: string, batches: readonly Batch[]) => Promise<unknown>,
): Promise<void> {
  const stored = await browser.storage.local.get([...keys]);
  for (const key of keys) {
    const of = pageOfKey(key);
    const batches = readBatches(stored[key]);
    if (of && batches) await keep(of.origin, of.page, batches);
    await removeData(key);
  }
}
