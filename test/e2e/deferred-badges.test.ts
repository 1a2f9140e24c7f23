import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import type { Background } from './extension-api.ts';
import { compare, DONE, ROLE, STOP, text, toolEvent } from './frames.ts';
import { serveStreams, type StreamPage, type StreamSite } from './stream-site.ts';

/*
 * The script with the badges runs when a document has been parsed. A reply may be complete before
 * that, and a site may be switched on in between.
 */
declare const window: Window & StreamPage;

const REPLY = [
  ROLE,
  toolEvent('a', 'running'),
  toolEvent('a', 'completed'),
  text('Done.'),
  STOP,
  DONE,
];
const BEGINNING =
  '<!doctype html><title>Streams</title><script src="/page.js"></script><h1>Streams</h1>';

interface SlowSite {
  readonly driver: Driver;
  readonly site: StreamSite;
  /** Switches it on in another page. */
  enable(): Promise<void>;
  /** Opens its page, and leaves it when the beginning of its document is there. */
  open(): Promise<Page>;
  /** Lets the document of its page end. */
  finish(page: Page): Promise<void>;
}

/**
 * Runs beside the background, which settles sites one after another.
 * @param off origin of a site that is not on
 */
async function untilSettled(off: string): Promise<void> {
  const { chrome } = globalThis as unknown as Background;
  await chrome.runtime.sendMessage({ type: 'site-pause', origin: off });
}

function hasBegun(): boolean {
  return (
    location.pathname === '/slow' && 'start' in window && document.querySelector('h1') !== null
  );
}

async function serveSlowly(driver: Driver): Promise<SlowSite> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const site = await serveStreams({
    files: { '/slow': { type: 'text/html; charset=utf-8', body: BEGINNING, rest: promise } },
  });
  onTestFinished(() => site.close());
  return {
    driver,
    site,
    async enable() {
      const page = await driver.newPage();
      await page.goto(site.origin);
      await enableSite(driver, page);
      // A page opened while the scripts join the open ones may get its badges before it is parsed.
      await driver.beside(untilSettled, site.origin.replace('http:', 'https:'));
      await page.close();
    },
    async open() {
      const page = await driver.newPage();
      onTestFinished(() => page.close());
      await page.goto(site.origin);
      // Not waited for: it ends with the document.
      await page.evaluate(() => void setTimeout(() => (location.href = '/slow')));
      await until(
        () => page.evaluate(hasBegun).catch(() => false), // the document before this one is gone
        'the beginning of the document',
      );
      return page;
    },
    async finish(page) {
      resolve('<p>The end.</p>');
      await until(
        () => page.evaluate(() => document.readyState === 'complete'),
        'the end of the document',
      );
    },
  };
}

const CLEAN = { through: [], fault: null };

/**
 * Makes the page get a reply with a tool.
 * @returns what came through of that, and the first fault
 */
async function ask(
  site: StreamSite,
  page: Page,
  name: string,
): Promise<ReturnType<typeof compare>> {
  await page.evaluate((given) => window.start(given), name);
  const stream = await site.stream(name);
  await stream.write(...REPLY);
  stream.end();
  await until(
    () => page.evaluate((given) => window.reads[given]?.state === 'done', name),
    `${name} to be read`,
  );
  return compare(await page.evaluate((given) => window.reads[given]!.text, name), REPLY);
}

test.each(BROWSERS)(
  'in %s the badge of a reply that is complete before its document is parsed is shown',
  async (kind) => {
    const { driver, site, enable, open, finish } = await serveSlowly(await sharedBrowser(kind));
    await enable();
    const page = await open();
    expect(await ask(site, page, 'early')).toEqual(CLEAN);
    expect(
      await page.evaluate((host) => [document.readyState, document.querySelector(host)], HOST_NAME),
    ).toEqual(['loading', null]);

    await finish(page);
    await until(async () => (await readBadges(driver, page)).folds.length === 1, 'the badge');
    expect(await ask(site, page, 'late')).toEqual(CLEAN);
    await until(async () => (await readBadges(driver, page)).folds.length === 2, 'the next badge');
    expect(await page.evaluate(() => window.faults)).toEqual([]);
  },
);

test.each(BROWSERS)(
  'in %s badges are shown in a page whose site is switched on while it is parsed, once',
  async (kind) => {
    const { driver, site, enable, open, finish } = await serveSlowly(await sharedBrowser(kind));
    const page = await open();
    await enable();
    await page.bringToFront();

    let asked = 0;
    // The scripts join an open page a moment after its site is on; one that is being parsed cannot
    // say so.
    await expect.poll(() => ask(site, page, `early-${(asked += 1)}`)).toEqual(CLEAN);
    await finish(page);
    expect(await ask(site, page, 'late')).toEqual(CLEAN);
    await until(async () => (await readBadges(driver, page)).folds.length === 2, 'two badges');
    expect(await page.evaluate(() => window.faults)).toEqual([]);
  },
);
