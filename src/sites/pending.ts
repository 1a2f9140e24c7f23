/**
 * Sites whose permission prompt is open. The prompt may close the popup that asked for it, and the background may be
 * stopped meanwhile, so storage.session remembers what was wanted until the browser reports the grant. A denial is
 * reported to the popup alone: what is still unanswered when it opens again was denied.
 */
import { browser } from 'wxt/browser';
import { isSite } from '../extension/origins.ts';
import { storageKeys } from '../extension/storage.ts';

/** How long a prompt may stay open, in milliseconds; a later grant was not meant for us. */
const VALID_FOR = 5 * 60_000;
const PREFIX = 'pending:';
/** What the popup has not yet said of the same sites. */
const UNANSWERED = 'unanswered:';

/** Remembers that a site is to be switched on as soon as it is permitted. */
export async function addPending(origin: string): Promise<void> {
  const now = Date.now();
  await browser.storage.session.set({ [PREFIX + origin]: now, [UNANSWERED + origin]: now });
}

/** Removes such a note. */
export async function removePending(origin: string): Promise<void> {
  await browser.storage.session.remove([PREFIX + origin, UNANSWERED + origin]);
}

/** @returns whether the browser asked for this site in the last minutes, and no answer is known */
export async function isUnanswered(origin: string): Promise<boolean> {
  const stored: Record<string, unknown> = await browser.storage.session.get(UNANSWERED + origin);
  return isFresh(stored[UNANSWERED + origin]);
}

/** Makes `isUnanswered` return false. The prompt may be open after all: a grant still counts. */
export async function forgetUnanswered(origin: string): Promise<void> {
  await browser.storage.session.remove(UNANSWERED + origin);
}

/** @returns the sites waiting for permission; expired notes are deleted */
export async function readPending(): Promise<string[]> {
  const keys = (await storageKeys('session')).filter((key) => key.startsWith(PREFIX) || key.startsWith(UNANSWERED));
  const stored: Record<string, unknown> = await browser.storage.session.get(keys);
  const expired = keys.filter((key) => !isFresh(stored[key]));
  if (expired.length > 0) await browser.storage.session.remove(expired);
  return keys
    .filter((key) => key.startsWith(PREFIX) && !expired.includes(key))
    .map((key) => key.slice(PREFIX.length))
    .filter(isSite);
}

/** A time in the future means that the clock was set back: not trusted either. */
function isFresh(askedAt: unknown): boolean {
  if (typeof askedAt !== 'number') return false;
  const age = Date.now() - askedAt;
  return age >= 0 && age <= VALID_FOR;
}
