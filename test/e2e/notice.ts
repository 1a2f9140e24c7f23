import type { Page } from 'puppeteer-core';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import { readShadowRoots, type ShadowNode } from '../../src/tools/browsers/shadow-roots.ts';

/**
 * @returns all text of ours in the page that is not a badge.
 * @param name of the elements that contain it
 */
export async function noticeIn(driver: Driver, page: Page, name = HOST_NAME): Promise<string> {
  return JSON.stringify(await readShadowRoots(driver, page, name));
}

/** @returns the words of ours in the page, as a person reads them */
export async function wordsIn(driver: Driver, page: Page): Promise<string> {
  return (await readShadowRoots(driver, page, HOST_NAME))
    .map(textOf)
    .join(' ')
    .replace(/\s+/g, ' ');
}

function textOf({ text, children }: ShadowNode): string {
  return text + children.map(textOf).join(' ');
}
