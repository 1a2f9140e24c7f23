import type { Page } from 'puppeteer-core';
import { onTestFinished } from 'vitest';
import { sharedBrowser } from './browsers.ts';
import { servePage } from './page-server.ts';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';

/** A site that is open in a tab. */
export interface Site {
  readonly driver: Driver;
  readonly page: Page;
  readonly origin: string;
}

interface SiteOptions {
  /** The shared browser by default. */
  readonly driver?: Driver;
  /** As for `servePage`. */
  readonly replies?: Parameters<typeof servePage>[0];
  readonly hostname?: string;
}

/** Opens a site, by default one that no test has used before. It is closed with the test. */
export async function openSite(
  kind: BrowserKind,
  { driver: given, replies, hostname }: SiteOptions = {},
): Promise<Site> {
  const driver = given ?? (await sharedBrowser(kind));
  const server = await servePage(replies, hostname);
  const page = await driver.newPage();
  onTestFinished(async () => {
    await page.close();
    server.close();
  });
  await page.goto(server.origin);
  return { driver, page, origin: server.origin };
}
