/** The warnings of one site in storage.local: everybody may read and watch them, and only the background writes them. */
import { browser } from 'wxt/browser';
import { watchStorage } from '../../extension/storage.ts';
import { dayOf } from '../calendar.ts';
import { warningsKey } from '../keys.ts';
import { readWarnings, type Warning } from './warnings.ts';

/** @returns the warnings of a site that are not too old, the oldest first */
export async function readWarningsOf(origin: string): Promise<readonly Warning[]> {
  const key = warningsKey(origin);
  return readWarnings((await browser.storage.local.get(key))[key], dayOf(new Date()));
}

/** Watches the warnings of a site: watch first, then read. @param signal ends the watching */
export function watchWarnings(origin: string, onChange: () => void, signal: AbortSignal): void {
  watchStorage((changes) => {
    if (warningsKey(origin) in changes) onChange();
  }, signal);
}
