/**
 * The tabs in which the extension's full page is open, whoever opened it: Firefox leaves them out
 * of the driver's list of pages.
 */
import type { Driver } from '../../src/tools/browsers/driver.ts';
import type { Background } from './extension-api.ts';

/** The open addresses of the full page, from the section on. */
export function openSections(driver: Driver): Promise<string[]> {
  return driver.beside(async () => {
    const { chrome } = globalThis as unknown as Background;
    return (await chrome.tabs.query({})).flatMap(({ url = '' }) =>
      url.includes('/options.html') ? [new URL(url).hash] : [],
    );
  });
}

export function closeSections(driver: Driver): Promise<void> {
  return driver.beside(async () => {
    const { chrome } = globalThis as unknown as Background;
    await chrome.tabs.remove(
      (await chrome.tabs.query({}))
        .filter(({ url }) => url?.includes('/options.html'))
        .map(({ id }) => id),
    );
  });
}
