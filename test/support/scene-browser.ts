import { afterAll, beforeAll } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { launch } from '../../src/tools/browsers/launch.ts';
import { serveSite, type Site } from '../screenshots/site.ts';

export interface SceneBrowser {
  readonly site: Site;
  readonly driver: Driver;
}

/**
 * Call at the top of a test file, or of a `describe`: serves the scenes that pictures are taken of,
 * and starts a browser without the extension; both end with the file.
 * @returns both, once the tests run
 */
export function sceneBrowser(kind: BrowserKind = 'chromium'): () => SceneBrowser {
  let site: Site | undefined;
  let driver: Driver | undefined;

  beforeAll(async () => {
    site = await serveSite();
    driver = await launch(kind, { extension: null });
  }, 120_000);

  afterAll(async () => {
    await driver?.close();
    await site?.close();
  });

  return () => {
    if (!site || !driver) throw new Error('The scenes are served only while tests run.');
    return { site, driver };
  };
}
