/** Presses our elements in a page as a person does: with the mouse, at the place where they are drawn. */
import type { Page } from 'puppeteer-core';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { findInShadow, type Point } from '../../src/tools/browsers/find-in-shadow.ts';

/** Milliseconds after which a press has missed what moved under the mouse, and is made again. */
const MISSED_MS = 3000;

/**
 * @param className of a button in one of our shadow roots
 * @param happened asked until it is so
 */
export async function pressOurs(
  driver: Driver,
  page: Page,
  className: string,
  happened: () => Promise<boolean>,
): Promise<void> {
  // A background page draws nothing.
  await page.bringToFront();
  let last: Point | null = null;
  let pressed = Number.NEGATIVE_INFINITY;
  await until(
    async () => {
      if (await happened()) return true;
      if (performance.now() - pressed < MISSED_MS) return false;
      const spot = await findInShadow(driver, page, HOST_NAME, className);
      const isStill = spot !== null && spot.x === last?.x && spot.y === last.y;
      last = spot;
      if (!isStill) return false;
      await page.mouse.click(spot.x, spot.y);
      pressed = performance.now();
      return happened();
    },
    `"${className}" to be pressed`,
    5 * MISSED_MS,
  );
}
