/** Reads, presses and checks a page of the extension. */
import type { Page } from 'puppeteer-core';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { violationsIn } from '../support/axe.ts';

/** The machine may be busy, and a server that does not answer is asked twice, a second apart. */
const SHOWN_MS = 15_000;

/** Waits until the page has an element. */
export async function shown(page: Page, selector: string): Promise<void> {
  await until(() => page.evaluate((wanted) => document.querySelector(wanted) !== null, selector), selector, SHOWN_MS);
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

/**
 * Looks at a state of a page, light and dark, wide and narrow.
 * @returns what axe reports, and where the page scrolls sideways; each begins with the name of the state
 */
export async function faultsIn(page: Page, state: string, kind: BrowserKind = 'chromium'): Promise<string[]> {
  const found: string[] = [];
  // Firefox is driven without the last two.
  const views = [
    ['light', 800],
    ['dark', 800],
    ['light', 320],
  ] as const;
  for (const [theme, width] of kind === 'chromium' ? views : views.slice(0, 1)) {
    if (kind === 'chromium') await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    await page.setViewport({ width, height: 700 });
    found.push(...(await violationsIn(page)).map((violation) => `${state} ${theme} ${width} ${violation}`));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (wide) found.push(`${state} ${width}: it scrolls sideways`);
  }
  return found;
}
