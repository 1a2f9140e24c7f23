/** Uses a page of the extension with the keyboard alone. */
import type { Page } from 'puppeteer-core';
import { until } from '../../src/tools/browsers/until.ts';

/** More than any page of ours has. */
const MOST_STOPS = 60;
const COMES_WITHIN_MS = 15_000;

export function isFocused(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
}

/**
 * Presses Tab until this has the focus, or Shift+Tab to go back. Beyond the last element is the
 * browser's own interface, in Firefox for good.
 * @throws if it does not appear within 15 s, or if Tab does not reach it
 */
export async function reach(page: Page, selector: string, back = false): Promise<void> {
  await until(
    () => page.evaluate((wanted) => document.querySelector(wanted) !== null, selector),
    selector,
    COMES_WITHIN_MS,
  );
  if (back) await page.keyboard.down('Shift');
  for (let i = 0; i < MOST_STOPS && !(await isFocused(page, selector)); i++)
    await page.keyboard.press('Tab');
  if (back) await page.keyboard.up('Shift');
  if (!(await isFocused(page, selector))) throw new Error(`Tab does not lead to ${selector}.`);
}

/**
 * Waits until something other than the page itself has the focus.
 * @returns what: its step, or the kind of its element
 */
export function focused(page: Page): Promise<string> {
  return until(
    () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement && activeElement !== document.body
          ? (activeElement.getAttribute('data-step') ?? activeElement.localName)
          : null;
      }),
    'an element to have the focus',
  );
}
