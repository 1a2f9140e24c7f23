/** Presses our elements in a page as a person does: with the mouse, at the place where they are drawn. */
import type { Page } from 'puppeteer-core';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import type { Driver } from '../../src/browsers/driver.ts';
import { findInShadow } from '../../src/browsers/shadow-roots.ts';
import { until } from '../../src/browsers/until.ts';

/**
 * @param className of a button in one of our shadow roots
 * @param happened asked after each press: what is drawn may move under the mouse, and is then pressed again
 */
export async function pressOurs(
  driver: Driver,
  page: Page,
  className: string,
  happened: () => Promise<boolean>,
): Promise<void> {
  // A background page draws nothing.
  await page.bringToFront();
  await until(async () => {
    if (await happened()) return true;
    const spot = await findInShadow(driver, page, HOST_NAME, className);
    if (spot) await page.mouse.click(spot.x, spot.y);
    return happened();
  }, `"${className}" to be pressed`);
}
