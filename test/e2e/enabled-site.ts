/** Sites that are on: shared by the tests of a file, or of one test. */
import type { Page } from 'puppeteer-core';
import { afterAll, onTestFinished } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { sharedBrowser } from '../support/browsers.ts';
import { serveStreams, type SiteOptions, type StreamSite } from './stream-site.ts';

export interface EnabledSite {
  readonly driver: Driver;
  readonly site: StreamSite;
}

export interface EnabledPage extends EnabledSite {
  readonly page: Page;
}

/**
 * Call at the top of a test file; the sites close at its end.
 * @returns a function that gives the one site of a browser, which is served, and switched on as a
 * person does, on first use
 */
export function enabledSites(options?: SiteOptions): (kind: BrowserKind) => Promise<EnabledSite> {
  const enabled = new Map<BrowserKind, Promise<EnabledSite>>();
  afterAll(async () => {
    for (const made of enabled.values()) (await made).site.close();
  });

  async function make(kind: BrowserKind): Promise<EnabledSite> {
    const site = await serveStreams(options);
    const driver = await sharedBrowser(kind);
    const page = await driver.newPage();
    await page.goto(site.origin);
    await enableSite(driver, page);
    await page.close();
    return { driver, site };
  }

  return (kind) => {
    const known = enabled.get(kind) ?? make(kind);
    enabled.set(kind, known);
    return known;
  };
}

/**
 * Serves a site of this test's own, switches it on as a person does, and leaves it open in a page.
 */
export async function openEnabledSite(
  given: BrowserKind | Driver,
  options?: SiteOptions,
): Promise<EnabledPage> {
  const driver = typeof given === 'string' ? await sharedBrowser(given) : given;
  const site = await serveStreams(options);
  const page = await driver.newPage();
  onTestFinished(async () => {
    if (!page.isClosed()) await page.close();
    site.close();
  });
  await page.goto(site.origin);
  await enableSite(driver, page);
  return { driver, site, page };
}
