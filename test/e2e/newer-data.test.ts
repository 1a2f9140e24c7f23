/** Data of a newer version in real browsers: the popup and the full page say so, and what is chosen there changes nothing. */
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../src/browsers/until.ts';
import { POPUP_READY } from '../../src/demo/popup-counts.ts';
import { pageTexts } from '../../src/pages/parts/texts.ts';
import { DATA_VERSION, DATA_VERSION_KEY } from '../../src/sites/own-data.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';

type Stored = Record<string, unknown>;

interface StorageApi {
  readonly chrome: {
    readonly runtime: { sendMessage(request: object): Promise<unknown> };
    readonly storage: {
      readonly local: { get(keys: null): Promise<Stored>; set(stored: Stored): Promise<void>; clear(): Promise<void> };
    };
  };
}

const NEWER: Stored = { [DATA_VERSION_KEY]: DATA_VERSION + 1, settings: { of: 'another shape' }, sites: ['newer'] };
const READY = '[data-setting="badges"] .switch';

test.each(BROWSERS)('%s: data of a newer version is left as it is, and it says so', async (kind) => {
  const driver = await sharedBrowser(kind);
  const read = () =>
    driver.background(async () => (globalThis as unknown as StorageApi).chrome.storage.local.get(null));
  async function store(all: Stored): Promise<void> {
    await driver.background(async (next) => {
      const { local } = (globalThis as unknown as StorageApi).chrome.storage;
      await local.clear();
      await local.set(next);
    }, all);
  }
  const before = await read();
  onTestFinished(() => store(before));
  await store(NEWER);

  const page = await driver.openPage('options.html#settings', READY);
  onTestFinished(() => page.close());
  const popup = await driver.openPage('popup.html?tab=999999', POPUP_READY);
  onTestFinished(() => popup.close());

  for (const shown of [page, popup]) {
    await until(
      async () =>
        (await shown.evaluate(() => document.querySelector('[data-newer]')?.textContent)) === pageTexts.newerData,
      'the note about newer data',
    );
  }
  // The background answers when it is done.
  const answer = await page.evaluate(
    (request) => (globalThis as unknown as StorageApi).chrome.runtime.sendMessage(request),
    { type: 'choose', origin: null, change: { history: false } },
  );
  expect(answer).toBe(true);
  expect(await read()).toEqual(NEWER);
});
