/**
 * Data of a newer version in real browsers: the popup and the full page say so, and what is chosen
 * there changes nothing.
 */
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../src/tools/browsers/until.ts';
import { POPUP_READY } from '../../src/tools/demo/popup-counts.ts';
import { pageTexts } from '../../src/pages/parts/texts.ts';
import { DATA_VERSION, DATA_VERSION_KEY } from '../../src/extension/storage.ts';
import { healingAddress } from '../../src/healing/address.ts';
import { healingTexts } from '../../src/healing/texts.ts';
import { openPage } from '../support/driving/own-pages.ts';
import { BROWSERS, freshBrowser, sharedBrowser } from '../support/browsers.ts';
import type { Background } from './extension-api.ts';
import { stored } from './figures.ts';
import { replaceStored } from './kept-rules.ts';

const NEWER = {
  [DATA_VERSION_KEY]: DATA_VERSION + 1,
  settings: { of: 'another shape' },
  sites: ['newer'],
};
const READY = '[data-setting="badges"] .switch';

test.each(BROWSERS)(
  '%s: data of a newer version is left as it is, and it says so',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const before = await stored(driver);
    onTestFinished(() => replaceStored(driver, before));
    await replaceStored(driver, NEWER);

    const page = await openPage(driver, 'options.html#settings', READY);
    onTestFinished(() => page.close());
    const popup = await openPage(driver, 'popup.html?tab=999999', POPUP_READY);
    onTestFinished(() => popup.close());

    for (const shown of [page, popup]) {
      await until(
        async () =>
          (await shown.evaluate(() => document.querySelector('[data-newer]')?.textContent)) ===
          pageTexts.newerData,
        'the note about newer data',
      );
    }
    // The background answers when it is done.
    const answer = await page.evaluate(
      (request) => (globalThis as unknown as Background).chrome.runtime.sendMessage(request),
      { type: 'choose', origin: null, change: { history: false } },
    );
    expect(answer).toBe(true);
    expect(await stored(driver)).toEqual(NEWER);
  },
);

/** Runs in a page of the extension: cleaned chats as a later version may store them. */
function writeNewer(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('healing', 2);
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore('later').put('a backup', 1),
    );
    opening.addEventListener('success', () => {
      opening.result.close();
      resolve();
    });
    opening.addEventListener('error', () => reject(new Error(String(opening.error))));
  });
}

/**
 * Runs in a page of the extension.
 * @returns the version of the database, its tables and the one row
 */
function readNewer(): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('healing');
    opening.addEventListener('error', () => reject(new Error(String(opening.error))));
    opening.addEventListener('success', () => {
      const database = opening.result;
      const row = database.transaction('later').objectStore('later').get(1);
      row.addEventListener('success', () => {
        resolve([database.version, [...database.objectStoreNames], row.result]);
        database.close();
      });
    });
  });
}

test.each(BROWSERS)(
  '%s: backups of a newer version are left as they are, and it says so',
  async (kind) => {
    const driver = await freshBrowser(kind);
    onTestFinished(() => driver.close());
    const options = await openPage(driver, 'options.html', 'h1');
    await options.evaluate(writeNewer);

    const page = await openPage(
      driver,
      healingAddress({ tab: null, site: 'http://localhost:3000', chat: null }),
      '.stage',
    );

    await until(
      () =>
        page.evaluate((text) => document.body.innerText.includes(text), healingTexts.newerStorage),
      'the note about newer backups',
    );
    expect(await options.evaluate(readNewer)).toEqual([2, ['later'], 'a backup']);
  },
);
