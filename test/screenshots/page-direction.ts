import type { Page } from 'puppeteer-core';

/**
 * Makes every page opened with `?dir=rtl` from now on right-to-left; `?lang=` is read by
 * `fake-browser.ts`.
 */
export async function turnAsAsked(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const direction = new URLSearchParams(location.search).get('dir');
    if (direction)
      addEventListener('DOMContentLoaded', () => (document.documentElement.dir = direction));
  });
}
