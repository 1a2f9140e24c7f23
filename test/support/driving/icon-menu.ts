/** The menu of the extension's icon, in the browser's own window. */
import type { Page } from 'puppeteer-core';
import type { Driver } from '../../../src/tools/browsers/driver.ts';
import { openChromiumIconMenu } from './chromium-icon-menu.ts';
import { openFirefoxIconMenu } from './firefox-icon-menu.ts';
import type { IconMenu } from './shown-menu.ts';

/**
 * Opens the menu of the toolbar icon over `tab`, from the browser's list of extensions, as ours is
 * not pinned. There must be no other extension.
 */
export async function openIconMenu(driver: Driver, tab: Page): Promise<IconMenu> {
  await tab.bringToFront();
  return driver.views ? openChromiumIconMenu(driver.views) : openFirefoxIconMenu(driver);
}
