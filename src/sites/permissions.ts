import { browser } from 'wxt/browser';
import { matchPattern } from '../extension/origins.ts';

/**
 * Returns whether the browser currently gives the extension access to a site, by any grant: a wider
 * one counts. Ask each time, because people change this in the browser's own pages.
 * @param origin a site as `siteOf` returns it
 * @returns false also if the browser cannot make a pattern of the origin
 */
export async function isPermitted(origin: string): Promise<boolean> {
  const origins = [matchPattern(origin)];
  try {
    return await browser.permissions.contains({ origins });
  } catch {
    // The browser does not support such a pattern, so no grant can cover it. Firefox throws this
    // synchronously.
    return false;
  }
}

/** @returns those of `sites` that are permitted, in the same order */
export async function onlyPermitted(sites: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(sites.map(isPermitted));
  return sites.filter((_, index) => answers[index]);
}
