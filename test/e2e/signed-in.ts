import type { Page } from 'puppeteer-core';
import { onTestFinished } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { sharedBrowser } from '../support/browsers.ts';
import { serveOpenWebUi, type OpenWebUiServer } from '../support/open-webui-server.ts';

export interface SignedIn {
  readonly driver: Driver;
  readonly page: Page;
  readonly server: OpenWebUiServer;
}

export type ServerOptions = NonNullable<Parameters<typeof serveOpenWebUi>[0]>;

/**
 * Opens a server like Open WebUI in a tab and switches its site on. Both end with the test.
 * @param token of who is signed in, or null for nobody
 * @param path that the tab shows
 */
export async function signIn(
  kind: BrowserKind,
  token: string | null,
  { path = '/', ...options }: ServerOptions & { readonly path?: string } = {},
): Promise<SignedIn> {
  const driver = await sharedBrowser(kind);
  const server = await serveOpenWebUi(options);
  const page = await driver.newPage();
  onTestFinished(async () => {
    if (!page.isClosed()) await page.close();
    server.close();
  });
  await page.goto(server.origin + path);
  if (token !== null) await page.evaluate((text) => localStorage.setItem('token', text), token);
  await enableSite(driver, page);
  return { driver, page, server };
}
