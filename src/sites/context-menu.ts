/** The menu of the toolbar icon: ways to the full page. */
import { browser } from 'wxt/browser';
import { hrefOf, openPage, type Route } from '../extension/routes.ts';
import { siteOf } from '../extension/origins.ts';
import { reportFailure } from '../extension/promises.ts';
import { readSite } from '../settings/store.ts';
import { message } from '../languages/messages.ts';
import { iconTexts } from './texts.ts';

const ENTRIES = ['settings', 'help', 'beforeRemoval'] as const;
type Entry = (typeof ENTRIES)[number];

/** Starts listening, and makes the menu. Call it synchronously when the background starts. */
export function showContextMenu(): void {
  // Firefox for Android has no such menu.
  if (!browser.contextMenus) return;
  browser.contextMenus.onClicked.addListener(({ menuItemId }, tab) => {
    const entry = ENTRIES.find((known) => known === menuItemId);
    if (entry)
      follow(entry, siteOf(tab?.url ?? '')).catch(
        reportFailure('do what was chosen in the menu of its icon'),
      );
  });
  makeMenu().catch(reportFailure('make the menu of its icon'));
}

/**
 * Browsers keep a menu while the background sleeps, and after a restart only sometimes. Entries
 * that are there stay as they are: what a person chooses in an open menu is lost if the entry was
 * made anew meanwhile, and the background may start at any moment. Those of an earlier version are
 * gone: Chromium forgets them at an update, and Firefox if the version is another one
 * (ExtensionMenus.sys.mjs).
 */
async function makeMenu(): Promise<void> {
  for (const id of ENTRIES) {
    const title = id === 'beforeRemoval' ? iconTexts[id] : message(`page_sections_${id}`);
    await browser.contextMenus.update(id, { title }).catch(() => create(id, title));
  }
}

function create(id: Entry, title: string): void {
  browser.contextMenus.create({ id, contexts: ['action'], title }, hearFailure);
}

/** `create` returns no promise, and only its callback sees the error. */
function hearFailure(): void {
  const { lastError } = browser.runtime;
  if (lastError) reportFailure('make the menu of its icon')(lastError);
}

async function follow(entry: Entry, origin: string | null): Promise<void> {
  await openPage(hrefOf(await placeOf(entry, origin)).slice(1));
}

async function placeOf(entry: Entry, origin: string | null): Promise<Route> {
  if (entry === 'beforeRemoval') return { section: 'settings', card: 'before-removal', site: null };
  // A site that is not on has nothing of its own to show.
  const own = entry !== 'help' && origin !== null && (await readSite(origin)).enabled;
  return { section: entry, site: own ? origin : null };
}
