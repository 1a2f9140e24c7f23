import type { Page } from 'puppeteer-core';

/** From now on every page opened with `?lang=de` takes the browser for a German one; `?dir=rtl` is written from right to left. */
export async function speakAsAsked(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const query = new URLSearchParams(location.search);
    const language = query.get('lang');
    const direction = query.get('dir');
    if (direction) addEventListener('DOMContentLoaded', () => (document.documentElement.dir = direction));
    if (language) Object.defineProperty(Navigator.prototype, 'language', { get: () => language });
  });
}
