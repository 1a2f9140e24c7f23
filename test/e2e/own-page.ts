/** Reads, presses and checks a page of the extension. */
import type { Page } from 'puppeteer-core';
import { until } from '../../src/tools/browsers/until.ts';

/** The machine may be busy, and a server that does not answer is asked twice, a second apart. */
const SHOWN_MS = 15_000;

/** Waits until the page has an element. */
export async function shown(page: Page, selector: string): Promise<void> {
  await until(
    () => page.evaluate((wanted) => document.querySelector(wanted) !== null, selector),
    selector,
    SHOWN_MS,
  );
}

/** Presses the first of these elements, once it is there. */
export async function press(page: Page, selector: string): Promise<void> {
  await shown(page, selector);
  await page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), selector);
}

/** @returns the text of each of these elements */
export function textsOf(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(
    (wanted) => [...document.querySelectorAll(wanted)].map(({ textContent }) => textContent ?? ''),
    selector,
  );
}
