/**
 * Figures that were deleted, until the browser is closed or more are deleted: so a deletion can be undone. They are in
 * storage.session, in memory only. For the background only, and there only from the queue that counts.
 */
import { browser } from 'wxt/browser';
import { storageKeys } from '../sites/storage-keys.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import { lastApplied, readApplied, withApplied } from './applied-batches.ts';
import { joinChats, readChatFigures } from './chats.ts';
import { countedKeys, dayOfKey, siteOfTotals, isAppliedKey, isChatsKey } from './keys.ts';
import { addFigures, readFigures } from './add-figures.ts';
import { addTotals, readStoredTotals, toStoredTotals } from './totals.ts';

const KEY = 'forgotten-figures';

/**
 * Forgets everything that was counted: days, sums, chats. Where there is nothing, what was deleted before can still be
 * put back.
 * @param origin null for all sites
 * @returns the moment of the deletion, in milliseconds since 1970, which names it; 0 where nothing can be put back
 */
export async function forgetFigures(origin: string | null): Promise<number> {
  const keys = countedKeys(await storageKeys(), origin);
  if (keys.length === 0) return 0;
  const deleted = await keepForUndo(await browser.storage.local.get(keys));
  await browser.storage.local.remove(keys);
  return deleted;
}

/** Beyond what the browser keeps in memory there is no undo: the person has asked for the deletion. */
async function keepForUndo(records: Readonly<Record<string, unknown>>): Promise<number> {
  const deleted = Date.now();
  try {
    await browser.storage.session.set({ [KEY]: { deleted, records } });
    return deleted;
  } catch {
    await browser.storage.session.remove(KEY);
    return 0;
  }
}

/**
 * Adds what was deleted to what was counted since.
 * @param deleted the moment of the deletion
 * @returns false where that was not the last one, or is undone
 */
export async function restoreFigures(deleted: number): Promise<boolean> {
  const { [KEY]: last } = await browser.storage.session.get(KEY);
  if (!isObject(last) || last.deleted !== deleted || !isObject(last.records)) return false;
  const { records } = last;
  const present = await browser.storage.local.get(Object.keys(records));
  await browser.storage.local.set(
    Object.fromEntries(Object.entries(records).map(([key, old]) => [key, together(key, old, present[key])])),
  );
  await browser.storage.session.remove(KEY);
  return true;
}

/** @returns both records in one; where they cannot be added, what is there now, or else what was */
function together(key: string, old: unknown, now: unknown): unknown {
  if (now === undefined) return old;
  if (dayOfKey(key)) return addFigures(readFigures(old), readFigures(now));
  if (siteOfTotals(key) !== null) return toStoredTotals(addTotals(readStoredTotals(old), readStoredTotals(now)));
  if (isChatsKey(key)) return joinChats(readChatFigures(old), readChatFigures(now));
  if (isAppliedKey(key)) {
    // A batch of before may still come again, and is part of the sums once more.
    const since = readApplied(now);
    return readApplied(old)
      .filter(({ page, number }) => number > lastApplied(since, page))
      .reduce((list, { page, number }) => withApplied(list, page, number), since);
  }
  return now;
}
