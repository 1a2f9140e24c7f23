import type { Page } from 'puppeteer-core';
import { matchPattern } from '../../extension/origins.ts';
import type { Driver } from './driver.ts';
import { until } from './until.ts';

/** The switch of the popup. */
export const SWITCH = '[role="switch"]';
/**
 * Milliseconds to switch a site on: under a second on an idle machine, but the prompt alone takes
 * longer on a busy one.
 */
const ON_MS = 20_000;

/** A site as the extension sees it. */
export interface SiteStatus {
  /** The user's wish, as stored. */
  readonly enabled: boolean;
  /** Whether the browser gives the extension access to the site. */
  readonly permitted: boolean;
  /** Whether scripts are registered that match the site. */
  readonly registered: boolean;
  /**
   * Whether they should be: some enabled site has this site's match pattern, which in Firefox
   * covers all ports.
   */
  readonly wanted: boolean;
}

/** Reads storage, permissions and registrations, without waking the background. */
export async function siteStatus(driver: Driver, origin: string): Promise<SiteStatus> {
  const pattern = patternFor(driver, origin);
  const { sites, permitted, matches } = await driver.beside(readAll, pattern);
  return {
    enabled: sites.includes(origin),
    permitted,
    registered: matches.includes(pattern),
    wanted: sites.some((site) => patternFor(driver, site) === pattern),
  };
}

/** Returns the match pattern by which this browser knows the site. */
export function patternFor({ kind }: Driver, origin: string): string {
  return matchPattern(origin, kind === 'chromium');
}

/**
 * Switches the site of `page` on as a user does: opens the real popup, clicks the switch, answers
 * the real prompt. Then reloads the page, so that the scripts run from its start;
 * `test/e2e/on-at-once.test.ts` tests it without. A site that is already on stays on.
 */
export async function enableSite(driver: Driver, page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const popup = await driver.openPopup(page, `${SWITCH}[aria-checked]`);
  const on = await popup.evaluate(isChecked, SWITCH);
  if (!on) await popup.click(SWITCH);

  await waitUntilOn(driver, origin);
  // The permission prompt has closed it already, as in Chromium.
  if (!(await popup.isClosed())) await popup.close();
  await page.bringToFront();
  await page.reload();
}

/** Allows every prompt that appears; none does if the browser already gives access. */
async function waitUntilOn(driver: Driver, origin: string): Promise<void> {
  let prompts = 0;
  let status: SiteStatus | null = null;
  try {
    await until(
      async () => {
        if (await driver.isPromptOpen()) {
          prompts += 1;
          await driver.answer(true);
        }
        status = await siteStatus(driver, origin);
        return status.enabled && status.permitted && status.registered;
      },
      `${origin} to be switched on`,
      ON_MS,
    );
  } catch (error) {
    throw new Error(
      `${String(error)} Prompts allowed: ${prompts}. It is ${JSON.stringify(status)}.`,
      { cause: error },
    );
  }
}

function isChecked(selector: string): boolean {
  return document.querySelector(selector)?.getAttribute('aria-checked') === 'true';
}

interface ExtensionApi {
  readonly storage: { readonly local: { get(keys: null): Promise<Record<string, unknown>> } };
  readonly permissions: { contains(permissions: { origins: string[] }): Promise<boolean> };
  readonly scripting: {
    getRegisteredContentScripts(): Promise<readonly { matches?: readonly string[] }[]>;
  };
}

/** Runs beside the background. */
async function readAll(
  pattern: string,
): Promise<{ sites: string[]; permitted: boolean; matches: string[] }> {
  const { chrome } = globalThis as unknown as { chrome: ExtensionApi };
  const stored = Object.entries(await chrome.storage.local.get(null));
  const scripts = await chrome.scripting.getRegisteredContentScripts();
  return {
    sites: stored
      .filter(
        ([key, value]) =>
          key.startsWith('site:') && (value as { enabled?: unknown } | null)?.enabled === true,
      )
      .map(([key]) => key.slice('site:'.length)),
    permitted: await chrome.permissions.contains({ origins: [pattern] }),
    matches: scripts.flatMap(({ matches }) => matches ?? []),
  };
}
