/**
 * Figures that were deleted, until the browser is closed or more are deleted: so a deletion can be undone. They stand in
 * storage.session, in memory only. For the background only, and there only from the queue that counts.
 */
import { browser } from 'wxt/browser';
import { storageKeys } from '../sites/storage-keys.ts';
import { isObject } from '../normalizer/json-text.ts';
import { lastApplied, readApplied, withApplied } from './applied.ts';
import { MAX_CHATS, readChatFigures } from './chats.ts';
import { readTotalsIn } from './figures.ts';
import { addFindings } from './findings.ts';
import { countedKeys, dayOfKey, siteOfTotals, isAppliedKey, isChatsKey } from './keys.ts';
import { addCountsOf } from './totals.ts';
import { addFigures, readFigures } from './sums.ts';

const KEY = 'forgotten-figures';

/** Forgets everything that was counted: days, sums, chats. @param origin null for all sites */
export async function forgetFigures(origin: string | null): Promise<void> {
  const keys = countedKeys(await storageKeys(), origin);
  const records = await browser.storage.local.get(keys);
  // Beyond what the browser keeps in memory there is no undo; the person has asked for the deletion.
  await browser.storage.session.set({ [KEY]: records }).catch(() => browser.storage.session.remove(KEY));
  await browser.storage.local.remove(keys);
}

/** Adds what was deleted last to what was counted since. @returns whether there was anything */
export async function restoreFigures(): Promise<boolean> {
  const { [KEY]: records } = await browser.storage.session.get(KEY);
  if (!isObject(records)) return false;
  const present = await browser.storage.local.get(Object.keys(records));
  await browser.storage.local.set(Object.fromEntries(Object.entries(records).map(([key, old]) => [key, together(key, old, present[key])])));
  await browser.storage.session.remove(KEY);
  return true;
}

/** @returns both records in one; where they cannot be added, what is there now, or else what was */
function together(key: string, old: unknown, now: unknown): unknown {
  if (now === undefined) return old;
  if (dayOfKey(key)) return addFigures(readFigures(old), readFigures(now));
  if (siteOfTotals(key) !== null) {
    const [before, since] = [readTotalsIn(old), readTotalsIn(now)];
    const findings = addFindings(before.findings, since.findings);
    return { ...addCountsOf(before.counts, since.counts), ...(findings.length > 0 && { findings }) };
  }
  if (isChatsKey(key)) {
    const since = readChatFigures(now);
    return [...readChatFigures(old).filter(({ chat }) => !since.some((one) => one.chat === chat)), ...since].slice(-MAX_CHATS);
  }
  if (isAppliedKey(key)) {
    // A batch of before may still come again, and is part of the sums once more.
    const since = readApplied(now);
    return readApplied(old)
      .filter(({ page, number }) => number > lastApplied(since, page))
      .reduce((list, { page, number }) => withApplied(list, page, number), since);
  }
  return now;
}
