/** Switches a site on as a person does, press by press. */
import type { Page } from 'puppeteer-core';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { siteStatus } from '../../src/tools/browsers/enable-site.ts';
import { readShadowRoots } from '../../src/tools/browsers/shadow-roots.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { createPerson } from './person.ts';

/** The switch of the popup. */
export const SWITCH = '[role="switch"]';

/**
 * Switches the site of a page on, and leaves the page alone.
 * @returns what was pressed, in order
 */
export async function switchOn(driver: Driver, page: Page): Promise<readonly string[]> {
  const person = createPerson(driver);
  const { origin } = new URL(page.url());
  const popup = await person.openPopup(page, `${SWITCH}[aria-checked="false"]`);
  await person.click('the switch', popup, SWITCH);
  await person.allow();
  await until(async () => (await siteStatus(driver, origin)).enabled, 'the site to be on');
  // Firefox leaves it open; the focus does not affect what is shown.
  if (!(await popup.isClosed())) await popup.close();
  await page.bringToFront();
  // The scripts join an already open page a moment after its site is on; then it says so, or asks
  // for a reload.
  await until(
    async () => (await readShadowRoots(driver, page, HOST_NAME)).length > 0,
    'the page to join',
  );
  return person.presses;
}
