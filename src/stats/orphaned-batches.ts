/**
 * What pages leave behind. A message that a page sends while it goes is lost where it would have to wake the background
 * (seen in Chromium 156 and Firefox 153), and so is one over a port that it opens then (Chromium 156); what it writes into the storage comes through, in Firefox mostly. That write
 * wakes the background, which adds the batches as if they had been sent: those that it heard of already count no second
 * time.
 */
import { browser } from 'wxt/browser';
import { storageKeys } from '../sites/storage-keys.ts';
import { readBatches, type Batch } from './batch.ts';
import { leftKey, pageOfKey } from './keys.ts';

/**
 * The one thing that a page bridge writes itself; nothing in private windows, of which nothing is kept. Never rejects: the
 * batches are sent as well.
 */
export async function leaveBehind(origin: string, page: string, batches: readonly Batch[]): Promise<void> {
  try {
    if (browser.extension.inIncognitoContext !== true)
      await browser.storage.local.set({ [leftKey(origin, page)]: batches });
  } catch {
    // The storage refuses, or the page is orphaned: then the calls themselves throw.
  }
}

/** @returns the keys under which something was left behind just now */
export function leftIn(changes: Readonly<Record<string, { readonly newValue?: unknown }>>): readonly string[] {
  return Object.keys(changes).filter((key) => pageOfKey(key) !== null && Array.isArray(changes[key]?.newValue));
}

/** @returns the keys of everything that was left behind, also while nobody heard of it */
export async function allLeft(): Promise<readonly string[]> {
  return (await storageKeys()).filter((key) => pageOfKey(key) !== null);
}

/**
 * Takes what was left behind, for the background.
 * @param keep adds the batches of a page; only then they are removed
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
    await browser.storage.local.remove(key);
  }
}
