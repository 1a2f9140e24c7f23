/**
 * The menu of the toolbar icon. Browsers keep it while the background sleeps, so it is created when the extension or
 * the browser starts; only "Turn off on this site" changes with the active tab.
 */
import { browser } from 'wxt/browser';
import { hrefOf, openPage, REMOVAL_HASH } from '../extension/routes.ts';
import { siteOf } from '../extension/origins.ts';
import { createQueue, reportFailure } from '../extension/promises.ts';
import { readSite, watchSites } from '../settings/store.ts';
import { message } from '../languages/messages.ts';
import { iconTexts } from './texts.ts';

const ENTRIES = ['settings', 'statistics', 'help', 'turnOff', 'beforeRemoval'] as const;
type Entry = (typeof ENTRIES)[number];

/**
 * Starts listening. Call it synchronously when the background starts.
 * @param turnOff switches a site off, as the popup's switch does
 */
export function showContextMenu(turnOff: (origin: string) => Promise<unknown>): void {
  // Firefox for Android has no such menu.
  if (!browser.contextMenus) return;
  /** Serializes changes, because the entries of two `makeMenu` calls must not mix. */
  const inTurn = createQueue();

  function make(): void {
    inTurn(makeMenu).catch(reportFailure('make the menu of its icon'));
  }

  function refresh(): void {
    inTurn(showWhatFits).catch(reportFailure('bring the menu of its icon in line with the tab'));
  }

  browser.runtime.onInstalled.addListener(make);
  browser.runtime.onStartup.addListener(make);
  browser.contextMenus.onClicked.addListener(({ menuItemId }, tab) => {
    const entry = ENTRIES.find((known) => known === menuItemId);
    if (entry)
      follow(entry, siteOf(tab?.url ?? ''), turnOff).catch(reportFailure('do what was chosen in the menu of its icon'));
  });
  browser.tabs.onActivated.addListener(refresh);
  browser.tabs.onUpdated.addListener((_tabId, { status }, { active }) => {
    if (active && status === 'loading') refresh();
  });
  browser.windows.onFocusChanged.addListener(refresh);
  watchSites(refresh);
}

async function makeMenu(): Promise<void> {
  const fits = await isSiteInFront();
  await browser.contextMenus.removeAll();
  for (const id of ENTRIES) {
    const visible = id !== 'turnOff' || fits;
    const title = id === 'turnOff' || id === 'beforeRemoval' ? iconTexts[id] : message(`page_sections_${id}`);
    browser.contextMenus.create({ id, contexts: ['action'], title, visible }, hearFailure);
  }
}

/** `create` returns no promise, and only its callback sees the error. */
function hearFailure(): void {
  const { lastError } = browser.runtime;
  if (lastError) reportFailure('make the menu of its icon')(lastError);
}

async function showWhatFits(): Promise<void> {
  const fits = await isSiteInFront();
  try {
    await browser.contextMenus.update('turnOff', { visible: fits });
  } catch {
    // No such entry: the browser has lost the menu, or never got it.
    await makeMenu();
  }
}

/** Returns whether the active tab shows a site that is on. */
async function isSiteInFront(): Promise<boolean> {
  const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
  const origin = siteOf(tab?.url ?? '');
  return origin !== null && (await readSite(origin)).enabled;
}

async function follow(
  entry: Entry,
  origin: string | null,
  turnOff: (origin: string) => Promise<unknown>,
): Promise<void> {
  if (entry === 'beforeRemoval') await openPage(`options.html${REMOVAL_HASH}`);
  else if (entry !== 'turnOff') {
    // A site that is not on has nothing of its own to show.
    const own = entry !== 'help' && origin !== null && (await readSite(origin)).enabled;
    await openPage(hrefOf({ section: entry, site: own ? origin : null }).slice(1));
  } else if (origin !== null) await turnOff(origin);
}
