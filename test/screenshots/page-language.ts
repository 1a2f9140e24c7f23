import type { Page } from 'puppeteer-core';

/** From now on every page opened with `?lang=de` takes the browser for a German one. */
export async function speakAsAsked(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const language = new URLSearchParams(location.search).get('lang');
    if (language) Object.defineProperty(Navigator.prototype, 'language', { get: () => language });
  });
}
