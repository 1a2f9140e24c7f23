/**
 * The toolbar icon as a person uses it: the key that opens its popup, and its menu in the browser's
 * own window.
 */
import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { pageTexts } from '../../src/pages/parts/texts.ts';
import { iconTexts as words } from '../../src/sites/texts.ts';
import { openIconMenu } from '../support/driving/icon-menu.ts';
import { openPopupByKey } from '../support/driving/popup-by-key.ts';
import { BROWSERS } from '../support/browsers.ts';
import { openSite } from '../support/site.ts';
import { closeSections, openSections } from './full-page-tabs.ts';
import type { Background } from './extension-api.ts';

const { settings, help } = pageTexts.sections;

const SWITCH = '[role="switch"][aria-checked]';
/** Order of the entries, from the top. */
const [SETTINGS, HELP] = [0, 1];

/** The key that opens the popup, as the browser reports it. */
function shortcut(driver: Driver): Promise<string> {
  return driver.beside(async () => {
    const { chrome } = globalThis as unknown as Background;
    return (
      (await chrome.commands.getAll()).find(({ name }) => name === '_execute_action')?.shortcut ??
      ''
    );
  });
}

/**
 * What there is in place of a page that did not open; the extension itself is not told the
 * addresses of others.
 */
async function openTabs(driver: Driver): Promise<string> {
  const tabs = await driver.beside(async () => {
    const { chrome } = globalThis as unknown as Background;
    return chrome.tabs.query({});
  });
  return JSON.stringify({ tabs, targets: driver.browser.targets().map((target) => target.url()) });
}

/**
 * Chooses an entry of the icon's menu, and returns the section that it opened. No tab of the full
 * page stays open.
 */
async function follow(driver: Driver, page: Page, entry: number): Promise<string> {
  await closeSections(driver);
  await (await openIconMenu(driver, page)).choose(entry);
  const [section = ''] = await until(async () => {
    const open = await openSections(driver);
    return open.length > 0 && open;
  }, 'the page that the menu leads to').catch(async (error: unknown) => {
    throw new Error(`${String(error)} Open are ${await openTabs(driver)}.`);
  });
  await closeSections(driver);
  return section;
}

test.each(BROWSERS)(
  'in %s the key that the browser names opens the popup over a focused page',
  async (kind) => {
    const { driver, page } = await openSite(kind);
    const keys = await shortcut(driver);
    expect(keys).toMatch(/^(?:Alt\+Shift\+|⌥⇧)[A-Z]$/);

    const popup = await openPopupByKey(driver, page, keys.slice(-1), SWITCH);

    expect(
      await popup.evaluate(
        (selector) => document.querySelector(selector)?.getAttribute('aria-checked'),
        SWITCH,
      ),
    ).toBe('false');
    await popup.close();
  },
);

test.each(BROWSERS)(
  'in %s the menu opens the settings of a site that is on, and the help',
  async (kind) => {
    const { driver, page, origin } = await openSite(kind);
    await enableSite(driver, page);
    const site = `?site=${encodeURIComponent(origin)}`;

    const menu = await openIconMenu(driver, page);
    if (menu.labels) expect(menu.labels).toEqual([settings, help, words.beforeRemoval]);
    await menu.close();

    expect(await follow(driver, page, SETTINGS)).toBe(`#settings${site}`);
    expect(await follow(driver, page, HELP)).toBe('#help');
  },
);

test.each(BROWSERS)(
  'in %s the menu over a site that is off opens the settings of all sites',
  async (kind) => {
    const { driver, page } = await openSite(kind);

    expect(await follow(driver, page, SETTINGS)).toBe('#settings');
  },
);
