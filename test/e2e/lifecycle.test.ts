import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite, siteStatus } from '../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { DATA_VERSION } from '../../src/extension/storage.ts';
import { healingAddress } from '../../src/healing/address.ts';
import { readShadowRoots } from '../../src/tools/browsers/shadow-roots.ts';
import { readBadges, seenIn } from '../../src/tools/demo/badges-seen.ts';
import { popupTexts } from '../../src/pages/popup/texts.ts';
import { disableSite } from '../support/driving/access.ts';
import { reloadExtension } from '../support/driving/background.ts';
import { openPage } from '../support/driving/own-pages.ts';
import { BROWSERS, freshBrowser, sharedBrowser } from '../support/browsers.ts';
import { expectCounts, iconTexts, storedCounts } from './figures.ts';
import {
  compare,
  DONE,
  HEARTBEAT,
  marker,
  markerPiece,
  ROLE,
  STOP,
  text,
  toolEvent,
  type Frame,
} from './frames.ts';
import { enabledSites } from './enabled-site.ts';
import { noticeIn } from './notice.ts';
import { serveStreams, type SiteOptions, type StreamPage, type StreamSite } from './stream-site.ts';
import type { Background } from './extension-api.ts';

declare const window: Window & StreamPage;

/** Sent before the event under test: a marker and a tool that is still running. */
const BEFORE: readonly Frame[] = [
  ROLE,
  text('Let me look. '),
  marker('💻', 'ls -l'),
  text('\n\nTwo files. '),
  toolEvent('first', 'running'),
];
/** Sent after it. */
const AFTER: readonly Frame[] = [
  toolEvent('first', 'completed'),
  HEARTBEAT,
  text('The second '),
  text('one is “größer”. '),
  marker('🔍', 'grep x'),
  text('\n\nThat is all.'),
  STOP,
  DONE,
];
const ALL = [...BEFORE, ...AFTER];
const SWITCH = '[role="switch"]';

interface Tab {
  readonly driver: Driver;
  readonly page: Page;
  readonly site: StreamSite;
  /** Complaints of page, browser and console. */
  faults(): Promise<string[]>;
}

/** One site for all tests that leave it on. */
const enabledSite = enabledSites();

async function openTab(driver: Driver, site: StreamSite): Promise<Tab> {
  const page = await driver.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`pageerror ${(error as Error).stack}`));
  // What the browser itself reports of a broken connection does not concern us.
  page.on(
    'console',
    (message) =>
      void (
        /ERR_|NetworkError/.test(message.text()) || complaints.push(`console ${message.text()}`)
      ),
  );
  onTestFinished(() => page.close());
  await page.goto(site.origin);
  return {
    driver,
    page,
    site,
    faults: async () => [...complaints, ...(await page.evaluate(() => window.faults))],
  };
}

/** A site of the test's own, on, and open in one tab. */
async function ownSite(
  kind: BrowserKind,
  given: { driver?: Driver; options?: SiteOptions } = {},
): Promise<Tab> {
  const driver = given.driver ?? (await sharedBrowser(kind));
  const site = await serveStreams(given.options);
  onTestFinished(() => site.close());
  const tab = await openTab(driver, site);
  await enableSite(driver, tab.page);
  return tab;
}

async function sharedTab(kind: BrowserKind): Promise<Tab> {
  const { site } = await enabledSite(kind);
  return openTab(await sharedBrowser(kind), site);
}

let names = 0;

/** Starts a stream in the page. */
async function start({ page, site }: Tab, messages?: readonly object[]) {
  const name = `stream-${(names += 1)}`;
  await page.evaluate(
    (given, history) => window.start(given, history ?? undefined),
    name,
    messages ?? null,
  );
  return { name, stream: await site.stream(name) };
}

function readOf(
  { page }: Tab,
  name: string,
): Promise<{ text: string; state: string; error: string }> {
  return page.evaluate((given) => {
    const { text: all, state, error } = window.reads[given]!;
    return { text: all, state, error };
  }, name);
}

/** Waits until the page has read at least what it must of these frames. */
async function untilRead(tab: Tab, name: string, frames: readonly Frame[]): Promise<string> {
  const last = frames.findLast((frame) => !frame.progress)!;
  await until(
    async () => (await readOf(tab, name)).text.includes(last.bytes),
    `the page to read ${last.bytes}`,
    15_000,
  );
  return (await readOf(tab, name)).text;
}

/**
 * Waits for the end of the stream, and compares all of it.
 * @returns the progress that came through
 */
async function untilDone(tab: Tab, name: string, frames: readonly Frame[] = ALL): Promise<Frame[]> {
  await until(async () => (await readOf(tab, name)).state !== 'open', 'the stream to end', 15_000);
  const read = await readOf(tab, name);
  expect(read).toMatchObject({ state: 'done', error: '' });
  const { through, fault } = compare(read.text, frames);
  expect(fault).toBeNull();
  expect(await tab.faults()).toEqual([]);
  return through;
}

function badgeCount({ page }: Tab): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('stream-fixer-badges').length);
}

async function countsOf({ driver, site }: Tab) {
  return (await storedCounts(driver, site.origin)) ?? { markers: 0, tools: 0, imitated: 0 };
}

/**
 * Runs a stream to its middle, does something to it, and runs it to its end.
 * @returns the progress that came through
 */
async function interrupt(tab: Tab, disturb: () => Promise<void>): Promise<Frame[]> {
  const { name, stream } = await start(tab);
  await stream.write(...BEFORE);
  await untilRead(tab, name, BEFORE);
  await disturb();
  await stream.write(...AFTER);
  stream.end();
  return untilDone(tab, name);
}

test.each(BROWSERS)('in %s two tabs at once add up, and each icon counts its own', async (kind) => {
  const [one, two] = [await sharedTab(kind), await sharedTab(kind)];
  const before = await countsOf(one);

  await Promise.all([
    interrupt(one, () => interrupt(two, () => Promise.resolve()).then(() => undefined)),
    interrupt(two, () => Promise.resolve()),
  ]);

  await expectCounts(one.driver, one.site.origin, {
    markers: before.markers + 6,
    tools: before.tools + 9,
  });
  await expect
    .poll(() => iconTexts(one.driver, `${one.site.origin}/`), { timeout: 10_000 })
    .toEqual(['3', '6']);
});

test.each(BROWSERS)(
  'in %s when switched off in the middle, the rest passes unchanged, and the badges are gone at once',
  async (kind) => {
    const tab = await ownSite(kind);
    const held = [markerPiece('\n\n`💻 '), markerPiece('make ')];
    const { name, stream } = await start(tab);
    await stream.write(...BEFORE, ...held);
    await untilRead(tab, name, BEFORE);
    await until(async () => (await badgeCount(tab)) > 0, 'a badge');

    await disableSite(tab.driver, tab.page);

    await until(async () => (await badgeCount(tab)) === 0, 'the badges to disappear');
    await stream.write(AFTER[0]!);
    await until(
      async () => (await readOf(tab, name)).text.endsWith(AFTER[0]!.bytes),
      'the next frame to pass at once',
    );
    await stream.write(...AFTER.slice(1));
    stream.end();
    const through = await untilDone(tab, name, [...BEFORE, ...held, ...AFTER]);
    expect(through).toEqual([...held, ...AFTER.filter(({ progress }) => progress)]);
    expect(await badgeCount(tab)).toBe(0);
  },
);

test.each(BROWSERS)(
  'in %s when switched on again in the same tab, the next stream is clean',
  async (kind) => {
    const tab = await ownSite(kind);
    await disableSite(tab.driver, tab.page);
    const whileOff = await interrupt(tab, () => Promise.resolve());
    expect(whileOff).toEqual(ALL.filter(({ progress }) => progress));

    const popup = await tab.driver.openPopup(tab.page, `${SWITCH}[aria-checked="false"]`);
    await popup.click(SWITCH);
    await until(
      async () => (await siteStatus(tab.driver, tab.site.origin)).enabled,
      'the site to be on',
    );
    expect(await tab.driver.isPromptOpen()).toBe(false);
    if (!(await popup.isClosed())) await popup.close();
    // The page hears of it a moment later, and says so.
    await tab.page.bringToFront();
    await until(
      async () => (await noticeIn(tab.driver, tab.page)).includes('is on here'),
      'the page to say that it is on',
    );

    const again = await start(tab, [
      { role: 'assistant', content: 'Well.\n`⏰ list`\n\n\nSo.' },
      { role: 'user', content: 'Go' },
    ]);
    await again.stream.write(...ALL);
    again.stream.end();
    expect(await untilDone(tab, again.name)).toEqual([]);
    expect(JSON.parse(again.stream.body)).toMatchObject({
      messages: [{ content: 'Well.\n\nSo.' }, { content: 'Go' }],
    });
    await until(
      async () => (await readBadges(tab.driver, tab.page)).folds.length > 0,
      'the badge of the reply',
    );
  },
);

/**
 * Reloads the page. An extension that has just started needs a moment until it is at work there.
 */
async function reload({ driver, page }: Tab): Promise<void> {
  await page.reload();
  const popup = await driver.openPopup(page, 'main');
  await until(
    async () => (await popup.text('main')).includes(popupTexts.noReply),
    'the popup to say that all is well',
  );
  await popup.close();
}

/** Takes the name of our elements, so that each badge is in a `span`; the page itself has none. */
const TAKE_NAME = "customElements.define('stream-fixer-badges', class extends HTMLElement {})";

test.each([
  ...BROWSERS.map((kind) => [kind, 'stream-fixer-badges'] as const),
  ['chromium', 'span'] as const,
])(
  'in %s an extension that is reloaded in the middle of a reply costs no byte and no badge, in a %s',
  async (kind, name) => {
    const driver = await freshBrowser(kind);
    onTestFinished(() => driver.close());
    const tab = await ownSite(kind, { driver });
    if (name === 'span') await tab.page.evaluate(TAKE_NAME);
    const shown = async () => seenIn(await readShadowRoots(driver, tab.page, name));

    const through = await interrupt(tab, async () => {
      await until(async () => (await shown()).lines.length === 2, 'both badges');
      await expectCounts(driver, tab.site.origin, { tools: 2 });
      await reloadExtension(driver);
      await tab.page.bringToFront();
      await until(
        async () => (await noticeIn(driver, tab.page, name)).includes('is on here'),
        'the new extension to say that it is on',
      );
      // They are told again one after the other.
      await until(
        async () => {
          const { lines, running } = await shown();
          return lines.length === 2 && running === 1;
        },
        'both badges again, one of them running',
        25_000,
      );
    });

    // It was read to its end by those who had begun.
    expect(through).toEqual([]);
    await until(async () => (await shown()).folds.length === 1, 'the badges of the finished reply');
    expect((await shown()).folds).toEqual([expect.stringContaining('3 tools')]);
    expect(await interrupt(tab, () => Promise.resolve())).toEqual([]);
    await until(async () => (await shown()).folds.length === 2, 'a badge of the new extension');
    // What is told while nobody listens is not counted, and nothing is counted twice.
    const tools = async () => (await storedCounts(driver, tab.site.origin))?.tools;
    await expect.poll(tools, { timeout: 15_000 }).toBeGreaterThanOrEqual(5);
    expect(await tools()).toBeLessThanOrEqual(6);
    await reload(tab);
    expect(await interrupt(tab, () => Promise.resolve())).toEqual([]);
    expect(await tab.faults()).toEqual([]);
  },
  120_000,
);

// Firefox ends its scripts, and the hook notices; see above.
test('in chromium an extension that is removed while a tool runs takes its badges along, without an error', async () => {
  const driver = await freshBrowser('chromium');
  onTestFinished(() => driver.close());
  const tab = await ownSite('chromium', { driver });

  await interrupt(tab, async () => {
    await until(async () => (await badgeCount(tab)) > 0, 'a badge');
    // Until then, sending the count would show that the extension is gone.
    await expectCounts(driver, tab.site.origin, { tools: 2 });
    await driver.browser.uninstallExtension(new URL(driver.base).hostname);
    // The time beside the running tool changes every second.
    await until(async () => (await badgeCount(tab)) === 0, 'the badges to disappear');
  });
});

/** What the build of that commit had stored after a year of use, in Chromium. */
const RECORDED = JSON.parse(
  readFileSync(join(import.meta.dirname, '../recordings/storage/251bfd8-chromium.json'), 'utf8'),
) as {
  readonly stored: Readonly<Record<string, unknown>>;
  readonly databases: { readonly healing: Database };
};
const { stored: YEAR } = RECORDED;
/** A site in it with three cleaned chats. */
const YEAR_SITE = 'http://localhost:3000';

interface Database {
  readonly version: number;
  readonly tables: Readonly<Record<string, readonly (readonly [IDBValidKey, unknown])[]>>;
}

/** Runs in a page of the extension, which has no such database yet. */
function writeDatabase({ version, tables }: Database): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('healing', version);
    opening.addEventListener('upgradeneeded', () => {
      for (const [table, rows] of Object.entries(tables)) {
        const store = opening.result.createObjectStore(table);
        for (const [key, value] of rows) store.put(value, key);
      }
    });
    opening.addEventListener('error', () => reject(new Error(String(opening.error))));
    opening.addEventListener('success', () => {
      opening.result.close();
      resolve();
    });
  });
}

/**
 * What an update must keep of it, whatever the date: settings, packs, sites, chats and all-time
 * totals.
 */
function lasting(stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const kept = Object.entries(stored).filter(([key]) =>
    /^(?:settings|packs|chats:.*|counts:.*|site:https.*)$/.test(key),
  );
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      key.startsWith('counts:') ? { ...(value as object), recent: null, findings: null } : value,
    ]),
  );
}

test.each(BROWSERS)(
  'in %s an update in the middle of a reply, with the popup open, keeps the data of a year of an earlier build',
  async (kind) => {
    const driver = await freshBrowser(kind);
    onTestFinished(() => driver.close());
    const tab = await ownSite(kind, { driver });
    const storage = () =>
      driver.beside(async () =>
        (globalThis as unknown as Background).chrome.storage.local.get(null),
      );
    const year = { ...YEAR, 'data-version': 1 };
    // A page that does not open the database itself.
    const own = await openPage(driver, 'welcome.html', 'h1');
    await own.evaluate(writeDatabase, RECORDED.databases.healing);
    await own.close();

    await interrupt(tab, async () => {
      // With it the first count of a day is done, which deletes what this build would not have
      // stored.
      await expect.poll(() => iconTexts(driver, `${tab.site.origin}/`)).toEqual(['2']);
      await driver.beside(
        (all) => (globalThis as unknown as Background).chrome.storage.local.set(all),
        year,
      );
      await driver.openPopup(tab.page);
      await reloadExtension(driver);
      await tab.page.bringToFront();
    });

    const [ours, before] = [`counts:${tab.site.origin}`, lasting(year)];
    await until(
      async () => (await storage())['data-version'] === DATA_VERSION,
      'the background to have started',
    );
    expect(lasting({ ...(await storage()), [ours]: undefined })).toMatchObject(before);
    const healing = await openPage(
      driver,
      healingAddress({ tab: null, site: YEAR_SITE, chat: null }),
      '[data-backup="healed"]',
    );
    expect(await healing.$$eval('[data-backup]', (all) => all.length)).toBe(3);
    await healing.close();
    expect((await siteStatus(driver, tab.site.origin)).enabled).toBe(true);
    const popup = await driver.openPopup(tab.page, 'main');
    await until(
      async () => (await popup.text('main')).includes(popupTexts.active),
      'the popup to say that the open page is joined',
    );
    await popup.close();
    await tab.page.reload();
    const after = await driver.openPopup(tab.page, 'main');
    await until(
      async () => (await after.text('main')).includes(popupTexts.noReply),
      'the popup to say that all is well',
    );
    await after.close();
    expect(await interrupt(tab, () => Promise.resolve())).toEqual([]);
  },
  120_000,
);

/** Forbids everything but the page's own script. */
const STRICT =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

test.each(BROWSERS)(
  'in %s the strictest content policy is respected: clean replies, badges, no violation',
  async (kind) => {
    const body =
      '<!doctype html><meta charset="utf-8"><title>Strict</title><script src="/page.js"></script><h1>Strict</h1>';
    const file = {
      type: 'text/html; charset=utf-8',
      body,
      headers: { 'content-security-policy': STRICT },
    };
    const tab = await ownSite(kind, { options: { files: { '/': file } } });
    const seen: string[] = [];

    const through = await interrupt(tab, async () => {
      await until(async () => {
        const { lines } = await readBadges(tab.driver, tab.page);
        seen.splice(0, seen.length, ...lines);
        return lines.length === 2;
      }, 'both badges');
    });

    expect(through).toEqual([]);
    expect(seen).toEqual([
      expect.stringContaining('ls -l'),
      expect.stringContaining('first , running'),
    ]);
  },
);
