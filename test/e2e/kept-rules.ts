/** What the extension stores, written and deleted directly, without its pages. */
import { afterEach } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import type { Background } from './extension-api.ts';

/** Writes these into the extension's storage, by key. */
export function keep(driver: Driver, all: Record<string, unknown>): Promise<void> {
  return driver.beside(
    (items) => (globalThis as unknown as Background).chrome.storage.local.set(items),
    all,
  );
}

/** Replaces everything that the extension stores. */
export function replaceStored(driver: Driver, all: Record<string, unknown>): Promise<void> {
  return driver.beside(async (next) => {
    const { local } = (globalThis as unknown as Background).chrome.storage;
    await local.clear();
    await local.set(next);
  }, all);
}

/** Call at the top of a test file: no rule or setting of one test remains for the next. */
export function forgetRulesAfterEach(): void {
  afterEach(async () => {
    for (const kind of BROWSERS) {
      const driver = await sharedBrowser(kind);
      await driver.beside(() =>
        (globalThis as unknown as Background).chrome.storage.local.remove(['packs', 'settings']),
      );
    }
  });
}
