/** What the extension counted: in its storage, in its popup and on its icon. */
import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { POPUP_READY, readPopupCounts } from '../../src/tools/demo/popup-counts.ts';
import type { COUNTED, Counts } from '../../src/stats/figures.ts';
import type { Background } from './extension-api.ts';

/** Counts are sent about once a second, and the machine may be busy. */
const COUNTS_MS = 15_000;

/** @returns the stored counts of a site, or null if there are none */
export async function storedCounts(driver: Driver, origin: string): Promise<Counts | null> {
  const { markers, tools, imitated } = (await storedFigures(driver, origin)) ?? {};
  return markers === undefined || tools === undefined || imitated === undefined
    ? null
    : { markers, tools, imitated };
}

/** @returns the stored number of repairs on a site */
export async function storedRepairs(driver: Driver, origin: string): Promise<number> {
  return (await storedFigures(driver, origin))?.repairs ?? 0;
}

function storedFigures(
  driver: Driver,
  origin: string,
): Promise<Partial<Counts & { repairs: number }> | null> {
  return driver.beside(async (key) => {
    const { chrome } = globalThis as unknown as Background;
    return (await chrome.storage.local.get(key))[key] ?? null;
  }, `counts:${origin}`);
}

/** Everything that the extension stores. */
export function stored(driver: Driver): Promise<Record<string, unknown>> {
  return driver.beside(async () => {
    const { chrome } = globalThis as unknown as Background;
    return chrome.storage.local.get(null);
  });
}

/** Waits until a site's counts are these. */
export async function expectCounts(
  driver: Driver,
  origin: string,
  wanted: Partial<Counts>,
): Promise<void> {
  await expect
    .poll(() => storedCounts(driver, origin), { timeout: COUNTS_MS, interval: 200 })
    .toMatchObject(wanted);
}

/** @returns the three counts as the popup over `page` shows them */
export async function popupCounts(
  driver: Driver,
  page: Page,
): Promise<Readonly<Record<(typeof COUNTED)[number], number>>> {
  const popup = await driver.openPopup(page, POPUP_READY);
  const counts = await readPopupCounts(popup);
  await popup.close();
  await page.bringToFront();
  return counts;
}

/**
 * @returns the numbers on the icons of the tabs that show this address, in the order of the tabs
 */
export function iconTexts(driver: Driver, url: string): Promise<string[]> {
  return driver.beside(async (wanted) => {
    const { chrome } = globalThis as unknown as Background;
    const tabs = (await chrome.tabs.query({})).filter((tab) => tab.url === wanted);
    return Promise.all(tabs.map(({ id = -1 }) => chrome.action.getBadgeText({ tabId: id })));
  }, url);
}
