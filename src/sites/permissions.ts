import { browser } from 'wxt/browser';
import { matchPattern } from './origins.ts';

/**
 * Whether the browser lets the extension into a site right now, by whatever grant: a wider one counts.
 * Ask each time; people change this in the browser's own pages.
 * @param origin a site as `siteOf` returns it
 * @returns false also where the browser cannot make a pattern of the origin
 */
export async function isPermitted(origin: string): Promise<boolean> {
  const origins = [matchPattern(origin)];
  try {
    return await browser.permissions.contains({ origins });
  } catch {
    // The browser knows no such pattern, so no grant can cover it. Firefox throws this before there is a promise.
    return false;
  }
}

/** @returns those of `sites` that are permitted, in the same order */
export async function onlyPermitted(sites: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(sites.map(isPermitted));
  return sites.filter((_, index) => answers[index]);
}
