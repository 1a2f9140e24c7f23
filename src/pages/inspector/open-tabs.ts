import { browser } from 'wxt/browser';
import { readEnabledSites, watchSites } from '../../settings/store.ts';

/** A tab with a page of a site that is on. */
export interface OpenTab {
  readonly id: number;
  readonly title: string;
  /** The origin of its page. */
  readonly site: string;
}

/**
 * @param site null for all sites
 * @returns all such tabs, in the browser's order; rejects if the browser does not answer
 */
export async function readOpenTabs(site: string | null): Promise<readonly OpenTab[]> {
  const enabled = await readEnabledSites();
  const tabs = await browser.tabs.query({});
  return tabs.flatMap(({ id, title = '', url }) => {
    const origin = originOf(url);
    if (id === undefined || origin === null || !enabled.includes(origin)) return [];
    return site === null || site === origin ? [{ id, title, site: origin }] : [];
  });
}

/** Whether a tab still shows a page of its site. */
export async function isStillThere({ id, site }: OpenTab): Promise<boolean> {
  return browser.tabs.get(id).then(
    ({ url }) => originOf(url) === site,
    () => false,
  );
}

/** Watches whatever changes what `readOpenTabs` returns. @param signal stops watching */
export function watchOpenTabs(onChange: () => void, signal: AbortSignal): void {
  watchSites(onChange, signal);
  for (const event of [browser.tabs.onUpdated, browser.tabs.onRemoved]) {
    event.addListener(onChange);
    signal.addEventListener('abort', () => event.removeListener(onChange), { once: true });
  }
}

function originOf(url: string | undefined): string | null {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : null;
}
