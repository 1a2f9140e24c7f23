import type { Page } from 'puppeteer-core';
import { matchPattern } from '../sites/origins.ts';
import type { Driver, Popup } from './driver.ts';
import { until } from './until.ts';

const SWITCH = '[role="switch"]';
/** Under a second on an idle machine; the prompt alone takes longer on a busy one. */
const ON_MS = 20_000;

/** How the extension sees one site. */
export interface SiteStatus {
  /** The user's wish, as stored. */
  readonly enabled: boolean;
  /** The browser lets the extension into the site. */
  readonly permitted: boolean;
  /** Scripts are registered that match the site. */
  readonly registered: boolean;
  /** Whether they should be: some enabled site has this site's match pattern, which in Firefox stands for all ports. */
  readonly wanted: boolean;
}

/** Asks storage, permissions and registrations from within the background, which it wakes. */
export async function siteStatus(driver: Driver, origin: string): Promise<SiteStatus> {
  const pattern = patternFor(driver, origin);
  const { sites, permitted, matches } = await driver.background(readAll, pattern);
  return {
    enabled: sites.includes(origin),
    permitted,
    registered: matches.includes(pattern),
    wanted: sites.some((site) => patternFor(driver, site) === pattern),
  };
}

/** The match pattern that this browser knows the site by, as for `Driver.revoke`. */
export function patternFor({ kind }: Driver, origin: string): string {
  return matchPattern(origin, kind === 'chromium');
}

/**
 * Switches the site of `page` on as a user does: opens the real popup, clicks the switch, answers the real prompt. Once
 * the site is on the page is reloaded, with the hook in it. A site that is on already stays on.
 * @param options `answer: 'deny'` refuses the prompt and leaves the page alone; allowed unless said otherwise
 */
export async function enableSite(
  driver: Driver,
  page: Page,
  options: { readonly answer?: 'allow' | 'deny' } = {},
): Promise<void> {
  const { origin } = new URL(page.url());
  const popup = await driver.openPopup(page, `${SWITCH}[aria-checked]`);
  const on = await popup.evaluate(isChecked, SWITCH);
  if (!on) await popup.click(SWITCH);

  if (options.answer === 'deny') {
    await driver.answer(false);
  } else {
    await waitUntilOn(driver, origin);
  }
  await closeIfOpen(popup);
  await page.bringToFront();
  if (options.answer !== 'deny') await page.reload();
}

/** Allows whenever a prompt is there: none comes where the browser already lets the extension in. */
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
    throw new Error(`${String(error)} Prompts allowed: ${prompts}. It is ${JSON.stringify(status)}.`, { cause: error });
  }
}

/** Switches the site of `page` off in the real popup and waits until its scripts are registered no more. */
export async function disableSite(driver: Driver, page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const popup = await driver.openPopup(page, `${SWITCH}[aria-checked="true"]`);
  await popup.click(SWITCH);
  await until(async () => {
    const { enabled, registered, wanted } = await siteStatus(driver, origin);
    return !enabled && registered === wanted;
  }, `${origin} to be switched off`);
  await closeIfOpen(popup);
  await page.bringToFront();
}

/** The permission prompt closes the popup in Chromium. */
async function closeIfOpen(popup: Popup): Promise<void> {
  if (!(await popup.isClosed())) await popup.close();
}

function isChecked(selector: string): boolean {
  return document.querySelector(selector)?.getAttribute('aria-checked') === 'true';
}

interface ExtensionApi {
  readonly storage: { readonly local: { get(keys: null): Promise<Record<string, unknown>> } };
  readonly permissions: { contains(permissions: { origins: string[] }): Promise<boolean> };
  readonly scripting: { getRegisteredContentScripts(): Promise<readonly { matches?: readonly string[] }[]> };
}

/** Runs in the background. */
async function readAll(pattern: string): Promise<{ sites: string[]; permitted: boolean; matches: string[] }> {
  const { chrome } = globalThis as unknown as { chrome: ExtensionApi };
  const stored = Object.entries(await chrome.storage.local.get(null));
  const scripts = await chrome.scripting.getRegisteredContentScripts();
  return {
    sites: stored
      .filter(([key, value]) => key.startsWith('site:') && (value as { enabled?: unknown } | null)?.enabled === true)
      .map(([key]) => key.slice('site:'.length)),
    permitted: await chrome.permissions.contains({ origins: [pattern] }),
    matches: scripts.flatMap(({ matches }) => matches ?? []),
  };
}
