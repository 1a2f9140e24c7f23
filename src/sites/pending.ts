/**
 * Sites whose permission prompt is open. The prompt may close the popup that asked for it, and the
 * background may be stopped meanwhile, so storage.session remembers what was wanted until the
 * browser reports the grant.
 */
import { browser } from 'wxt/browser';
import { isSite } from '../extension/origins.ts';
import { storageKeys } from '../extension/storage.ts';

/** How long a prompt may stay open, in milliseconds; a later grant was not meant for us. */
const VALID_FOR = 5 * 60_000;
const PREFIX = 'pending:';

/** Remembers that a site is to be switched on as soon as it is permitted. */
export async function addPending(origin: string): Promise<void> {
  await browser.storage.session.set({ [PREFIX + origin]: Date.now() });
}

/** Removes such a note. */
export async function removePending(origin: string): Promise<void> {
  await browser.storage.session.remove(PREFIX + origin);
}

/** @returns the sites waiting for permission; expired notes are deleted */
export async function readPending(): Promise<string[]> {
  const keys = (await storageKeys('session')).filter((key) => key.startsWith(PREFIX));
  const stored: Record<string, unknown> = await browser.storage.session.get(keys);
  const expired = keys.filter((key) => !isFresh(stored[key]));
  if (expired.length > 0) await browser.storage.session.remove(expired);
  return keys
    .filter((key) => !expired.includes(key))
    .map((key) => key.slice(PREFIX.length))
    .filter(isSite);
}

/** A time in the future means that the clock was set back: not trusted either. */
function isFresh(askedAt: unknown): boolean {
  if (typeof askedAt !== 'number') return false;
  const age = Date.now() - askedAt;
  return age >= 0 && age <= VALID_FOR;
}
