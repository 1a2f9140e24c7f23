import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite, patternFor, siteStatus } from '../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { disableSite, refuseSite, revoke } from '../support/driving/access.ts';
import { stopBackground } from '../support/driving/background.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import { serveStreams, type StreamSite } from './stream-site.ts';

/**
 * First script of each page: records the current natives, and permanently whatever announces
 * itself. The hook wraps before any script, the bridge is never registered without it, and both
 * announce themselves by events.
 */
const WATCH = `
window.traces = [];
const isNative = () => ['fetch'].every((key) => String(window[key]).includes('function ' + key + '(')) &&
  Function.prototype.toString.call(XMLHttpRequest.prototype.open).includes('function open(');
if (!isNative()) traces.push('wrapped at the start');
for (const name of ['stream-fixer:hook-ready', 'stream-fixer:bridge-ready', 'stream-fixer:port'])
  addEventListener(name, () => traces.push(name), true);
new MutationObserver((records) => {
  for (const { addedNodes } of records)
    for (const { localName } of addedNodes) if (localName?.startsWith('stream-fixer')) traces.push(localName);
}).observe(document, { childList: true, subtree: true });
window.looks = () => [...traces, ...(isNative() ? [] : ['wrapped now'])];
`;
const PAGE = `<!doctype html><script>${WATCH}</script><title>Chat</title><h1>Chat</h1>`;

declare const window: Window & { looks(): string[] };

interface Watched {
  readonly driver: Driver;
  readonly site: StreamSite;
  readonly page: Page;
  /** What the page has noticed of us since it was loaded. */
  traces(): Promise<string[]>;
}

async function openWatched(kind: BrowserKind): Promise<Watched> {
  const driver = await sharedBrowser(kind);
  const site = await serveStreams({ files: { '/': { type: 'text/html', body: PAGE } } });
  const page = await driver.newPage();
  onTestFinished(async () => {
    await page.close();
    site.close();
  });
  await page.goto(site.origin);
  return { driver, site, page, traces: () => page.evaluate(() => window.looks()) };
}

/**
 * Opens the popup over the page and closes it: from then on the browser lets the extension into
 * this tab.
 */
async function openAndClosePopup({ driver, page }: Watched): Promise<void> {
  const popup = await driver.openPopup(page, '[role="switch"][aria-checked]');
  expect(await popup.text('h1')).toContain(new URL(page.url()).host);
  await popup.close();
  await page.bringToFront();
}

async function expectNothing(watched: Watched): Promise<void> {
  expect(await watched.traces()).toEqual([]);
  await watched.page.reload();
  expect(await watched.traces()).toEqual([]);
}

test.each(BROWSERS)(
  'in %s a page notices the extension where it is on, or this file would prove nothing',
  async (kind) => {
    const watched = await openWatched(kind);
    await enableSite(watched.driver, watched.page);

    expect(await watched.traces()).toContain('wrapped at the start');
  },
);

test.each(BROWSERS)(
  'in %s nothing runs in a page that is off, even if the popup was opened over it',
  async (kind) => {
    const watched = await openWatched(kind);
    // With another site on, scripts are registered.
    const other = await openWatched(kind);
    await enableSite(other.driver, other.page);
    await watched.page.bringToFront();

    await openAndClosePopup(watched);

    await expectNothing(watched);
  },
);

test.each(BROWSERS)('in %s nothing runs in a page whose prompt was denied', async (kind) => {
  const watched = await openWatched(kind);

  await refuseSite(watched.driver, watched.page);

  await expectNothing(watched);
});

test.each(BROWSERS)(
  'in %s nothing runs in a page that was switched off, even if the permission is still granted',
  async (kind) => {
    const watched = await openWatched(kind);
    await enableSite(watched.driver, watched.page);
    await disableSite(watched.driver, watched.page);
    await watched.page.reload();

    await openAndClosePopup(watched);

    await expectNothing(watched);
  },
);

test.each(BROWSERS)(
  'in %s nothing runs in a page whose permission was withdrawn, even if the popup was opened over it',
  async (kind) => {
    const watched = await openWatched(kind);
    const { driver, page, site } = watched;
    await enableSite(driver, page);
    await openAndClosePopup(watched);

    await stopBackground(driver);
    await revoke(driver, patternFor(driver, site.origin));
    await until(
      async () => !(await siteStatus(driver, site.origin)).registered,
      'the scripts to be registered no more',
    );
    await page.bringToFront();
    await page.reload();
    await openAndClosePopup(watched);

    await expectNothing(watched);
  },
);
