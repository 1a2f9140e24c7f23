import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite, siteStatus } from '../../src/tools/browsers/enable-site.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { popupTexts as texts } from '../../src/pages/popup/texts.ts';
import { lastDays } from '../../src/stats/calendar.ts';
import { figuresKey } from '../../src/stats/figures.ts';
import { stopBackground } from '../support/driving/background.ts';
import { openPage } from '../support/driving/own-pages.ts';
import { BROWSERS, EITHER } from '../support/browsers.ts';
import { openSite, type Site } from '../support/site.ts';
import { isFocused } from './keyboard.ts';
import { shown, textsOf } from './own-page.ts';
import type { Background } from './extension-api.ts';
import { keep } from './kept-rules.ts';

const SWITCH = '[role="switch"]';
const MORE = '.more > summary';
const TODAY = lastDays(1)[0] ?? '';
const YESTERDAY = lastDays(2)[0] ?? '';

/** What is stored of a site besides its statistics. */
function storedOf({ driver, origin }: Site): Promise<unknown> {
  return driver.beside(async (key) => {
    const { chrome } = globalThis as unknown as Background;
    return (await chrome.storage.local.get(key))[key];
  }, `site:${origin}`);
}

/** Counts of today and of yesterday. */
async function storeFigures(site: Site): Promise<void> {
  await keep(site.driver, {
    [figuresKey(site.origin)]: {
      markers: 30,
      tools: 12,
      imitated: 1,
      repairs: 2,
      recent: {
        [TODAY]: { markers: 7, tools: 1, imitated: 0 },
        [YESTERDAY]: { markers: 23, tools: 11, imitated: 1 },
      },
    },
  });
}

/** The popup as a tab of its own, as phones show it: as wide as the window. */
async function openAsTab({ driver, page, origin }: Site, ready: string): Promise<Page> {
  // Only after the icon was pressed does the browser reveal the address of a tab whose site is off.
  await (await driver.openPopup(page)).close();
  const id = await driver.beside(async (address) => {
    const { chrome } = globalThis as unknown as Background;
    return (await chrome.tabs.query({})).find(({ url }) => url?.startsWith(address))?.id ?? -1;
  }, origin);
  return openNumbered(driver, id, ready);
}

async function openNumbered(driver: Driver, tab: number, ready: string): Promise<Page> {
  const page = await openPage(driver, `popup.html?tab=${tab}`, ready);
  onTestFinished(() => page.close());
  return page;
}

/** The focused element, by its class or text. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return (
      activeElement?.getAttribute('role') ??
      activeElement?.className.split(' ').slice(0, 2).join(' ') ??
      ''
    );
  });
}

test.each(EITHER)("in %s the popup shows today's counts", async (kind) => {
  const site = await openSite(kind);
  await enableSite(site.driver, site.page);
  await storeFigures(site);

  const page = await openAsTab(site, '[data-count="tools"]');
  await page.click(MORE);

  expect(await textsOf(page, '.figures')).toEqual([
    'Today: 1 tool',
    'Today: 7 markers removed',
    texts.repairs(2, '2'),
  ]);
});

/** Files that it loads later bring the styles of whatever shares them. */
test.each(BROWSERS)(
  'in %s the popup keeps its own styles once it has asked the page what it is',
  async (kind) => {
    const site = await openSite(kind);
    await enableSite(site.driver, site.page);
    const popup = await site.driver.openPopup(site.page, '.controls');
    // The page has answered.
    await until(
      () => popup.evaluate(() => document.querySelector('.works .dot') !== null),
      'the page to be asked',
    );

    const [styles, mark, host] = await popup.evaluate(() => [
      document.querySelectorAll('link[rel="stylesheet"]').length,
      document.querySelector('.product img')?.getBoundingClientRect().left,
      document.querySelector('h1')?.getBoundingClientRect().left,
    ]);
    await popup.close();

    expect(styles).toBe(1);
    expect(mark).toBe(host);
  },
);

test.each(BROWSERS)(
  'in %s the popup shows what is stored even though the background was stopped',
  async (kind) => {
    const site = await openSite(kind);
    await enableSite(site.driver, site.page);
    await storeFigures(site);
    await stopBackground(site.driver);

    const popup = await site.driver.openPopup(site.page, '.figures');

    expect(await popup.text('[data-count="markers"]')).toBe('7 markers removed');
    await popup.close();
  },
);

test.each(BROWSERS)('in %s the whole popup is used with the keyboard alone', async (kind) => {
  const site = await openSite(kind);
  await enableSite(site.driver, site.page);
  await storeFigures(site);
  const page = await openAsTab(site, '.repairs');
  await shown(page, '.works .dot');
  await page.bringToFront();

  const order: string[] = [];
  for (let presses = 0; presses < 2; presses += 1) {
    await page.keyboard.press('Tab');
    order.push(await focused(page));
  }
  await page.keyboard.press('Enter');
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('Tab');
    order.push(await focused(page));
  }

  expect(order.slice(0, 6)).toEqual(['switch', '', 'switch', 'switch', 'way', 'way']);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('footer') !== null))
    .toBe(true);
  await page.keyboard.press('Enter');
  await shown(page, '.page .cause');
  await page.keyboard.press('Tab');
  await until(
    () => isFocused(page, '[data-step="copy-report"]'),
    'the focus on what follows the cause',
  );
  await page.click('.back');
  await until(() => isFocused(page, '[data-step="help"]'), 'the focus on what opened the help');
  await page.evaluate((switchOf) => document.querySelector<HTMLElement>(switchOf)?.focus(), SWITCH);
  await page.keyboard.press(' ');
  await shown(page, `${SWITCH}[aria-checked="false"]`);
});

/** Whether a control of the popup is on, by its label. */
function isOn(page: Page, control: string): Promise<boolean> {
  return page.evaluate(
    (name) =>
      document.querySelector(`[data-control="${name}"]`)?.getAttribute('aria-checked') === 'true',
    control,
  );
}

test.each(EITHER)('in %s badges and cleaning are switched for this site only', async (kind) => {
  const site = await openSite(kind);
  await enableSite(site.driver, site.page);
  const page = await openAsTab(site, '.controls');

  await page.click(MORE);
  for (const control of ['badges', 'cleaning']) {
    await page.click(`[data-control="${control}"]`);
    await until(async () => !(await isOn(page, control)), `${control} to be off`);
  }
  expect(await storedOf(site)).toEqual({
    enabled: true,
    choices: { badges: false, replies: false, history: false },
  });
  for (const control of ['badges', 'cleaning']) {
    await page.click(`[data-control="${control}"]`);
    await until(() => isOn(page, control), `${control} to be on`);
  }
  expect(await storedOf(site)).toEqual({ enabled: true, choices: {} });
});

test.each(EITHER)('in %s one press pauses the site, and another ends the pause', async (kind) => {
  const site = await openSite(kind);
  await enableSite(site.driver, site.page);
  const page = await openAsTab(site, '.controls');

  await page.click(MORE);
  await page.click('[data-control="pause"]');
  await shown(page, `${SWITCH}[aria-checked="false"]`);
  await until(() => isFocused(page, SWITCH), 'the focus on the switch');
  expect(await textsOf(page, '.offer > p')).toContain(texts.resumes);
  const [before, after] = texts.paused('|').split('|');
  await until(async () => {
    const [state = ''] = await textsOf(page, '.works p');
    return state.startsWith(before ?? '') && state.endsWith(after ?? '') && /\d/.test(state);
  }, 'the end of the pause');
  expect((await siteStatus(site.driver, site.origin)).enabled).toBe(false);
  await page.click(SWITCH);
  await shown(page, '.controls');
  await until(
    async () => (await siteStatus(site.driver, site.origin)).enabled,
    'the site to be on',
  );
});
