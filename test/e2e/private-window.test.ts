/**
 * Nothing of a private window is kept: the normal profile's storage is the same before and after.
 */
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { healingAddress } from '../../src/healing/address.ts';
import { healingTexts } from '../../src/healing/texts.ts';
import { storedTexts } from '../../src/pages/popup/texts.ts';
import { openPage } from '../support/driving/own-pages.ts';
import { BROWSERS, freshBrowser } from '../support/browsers.ts';
import { chatsOf } from '../support/chats-behind.ts';
import { MEMBER } from '../support/open-webui-api.ts';
import { serveOpenWebUi } from '../support/open-webui-server.ts';
import { DONE, marker, ROLE, STOP, text, toolEvent } from './frames.ts';
import { serveStreams, type StreamPage } from './stream-site.ts';
import type { Background } from './extension-api.ts';

declare const window: Window & StreamPage;

/** Everything that the extension stores: its storage, and every row of its databases. */
function keptIn(driver: Driver): Promise<{ local: Record<string, unknown>; rows: unknown[] }> {
  return driver.beside(async () => {
    const { chrome } = globalThis as unknown as Background;
    const rows: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const table of database.objectStoreNames) {
        const values = await new Promise<unknown[]>((resolve, reject) => {
          const all = database.transaction(table).objectStore(table).getAll();
          all.onsuccess = () => resolve(all.result as unknown[]);
          all.onerror = () => reject(all.error);
        });
        rows.push(...values.map((value) => [name, table, value]));
      }
      database.close();
    }
    return { local: await chrome.storage.local.get(null), rows };
  });
}

/** Opens a page in a private window of its own. */
async function openPrivately(driver: Driver, url: string): Promise<Page> {
  const before = new Set(await driver.browser.pages());
  await driver.beside(async (address) => {
    const { chrome } = globalThis as unknown as Background;
    await chrome.windows.create({ url: address, incognito: true });
  }, url);
  const page = await until(
    async () =>
      (await driver.browser.pages()).find((one) => !before.has(one) && one.url().startsWith(url)),
    'the private window',
    15_000,
  );
  await until(
    () => page.evaluate(() => document.readyState === 'complete').catch(() => false),
    'its page',
    15_000,
  );
  return page;
}

function privateTab(driver: Driver): Promise<number | undefined> {
  return driver.beside(async () => {
    const { chrome } = globalThis as unknown as Background;
    return (await chrome.tabs.query({})).find(({ incognito }) => incognito)?.id;
  });
}

/** Why the page does nothing. */
function reasonIn(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.querySelector('.stage p')?.textContent);
}

test.each(BROWSERS)(
  'in %s nothing of a private window is kept: no count, no chat, no backup',
  async (kind) => {
    const driver = await freshBrowser(kind, { inPrivate: true });
    const streams = await serveStreams();
    const chats = chatsOf([{ title: 'A private chat', turns: 2 }]);
    const server = await serveOpenWebUi({ chats });
    onTestFinished(async () => {
      await driver.close();
      streams.close();
      server.close();
    });
    for (const [origin, found] of [
      [streams.origin, 'other'],
      [server.origin, 'signed-out'],
    ] as const) {
      const page = await driver.newPage();
      await page.goto(origin);
      await enableSite(driver, page);
      // What a page says once is kept when its server has answered; from then on, only the private
      // window is left.
      await until(
        async () => (await keptIn(driver)).local[`greeted:${origin}`] === found,
        'the site to be greeted',
      );
      await page.close();
    }
    const before = await keptIn(driver);
    expect(before).toMatchObject({ local: { [`site:${server.origin}`]: { enabled: true } } });

    // A reply with a marker and a tool, cleaned as everywhere.
    const chat = await openPrivately(driver, `${streams.origin}/`);
    await chat.evaluate(() => window.start('private'));
    const stream = await streams.stream('private');
    await stream.write(
      ROLE,
      text('Let me look. '),
      marker('💻', 'ls -l'),
      text('Two files.'),
      toolEvent('a', 'running'),
      toolEvent('a', 'completed'),
      STOP,
      DONE,
    );
    stream.end();
    await until(
      () => chat.evaluate(() => window.reads.private?.state === 'done'),
      'the reply',
      15_000,
    );
    expect(await chat.evaluate(() => window.reads.private?.text)).not.toContain('ls -l');
    await chat.close();

    // Chats that are stored on a server: the page that cleans them does nothing, and says why.
    const healing = await openPage(
      driver,
      healingAddress({ tab: null, site: server.origin, chat: 'chat-1' }),
      '.stage .primary',
    );
    expect(await reasonIn(healing)).toBe(healingTexts.noTab);
    const stored = await openPrivately(driver, `${server.origin}/c/chat-1`);
    await stored.evaluate((token) => localStorage.setItem('token', token), MEMBER);
    await healing.evaluate(() => document.querySelector<HTMLElement>('.stage .primary')?.click());
    await until(
      async () => (await reasonIn(healing)) === healingTexts.privateTab,
      'the reason to be shown',
      15_000,
    );
    expect(chats.requests).toEqual([]);
    // The popup may read them, and offers nothing.
    const popup = await openPage(
      driver,
      `popup.html?tab=${await privateTab(driver)}`,
      '.stored [data-chat="marked"]',
    );
    expect(await popup.evaluate(() => document.querySelector('.stored')?.textContent)).toContain(
      storedTexts.privateTab,
    );
    expect(await popup.$('[data-step="heal"]')).toBeNull();
    await popup.close();
    await stored.close();
    await healing.close();

    expect(chats.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(await keptIn(driver)).toEqual(before);
  },
  120_000,
);
