import type { Page } from 'puppeteer-core';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import { readShadowRoots } from '../../src/tools/browsers/shadow-roots.ts';

/** @returns all text of ours in the page that is not a badge. @param name of the elements that contain it */
export async function noticeIn(driver: Driver, page: Page, name = HOST_NAME): Promise<string> {
  return JSON.stringify(await readShadowRoots(driver, page, name));
}
