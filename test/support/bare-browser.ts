import { afterAll, beforeAll } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { freshBrowser } from './browsers.ts';

/**
 * Call at the top of a test file: starts a browser without the extension, which ends with the file.
 * @returns it, once the tests run
 */
export function bareBrowser(kind: BrowserKind = 'chromium'): () => Driver {
  let browser: Driver | undefined;

  beforeAll(async () => {
    browser = await freshBrowser(kind, { extension: null });
  }, 300_000);

  afterAll(() => browser?.close());

  return () => {
    if (!browser) throw new Error('The browser runs only while tests run.');
    return browser;
  };
}
