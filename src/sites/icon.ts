/**
 * The toolbar icon of each tab: coloured if the tab's site, or that of a frame in it, is on, with the number of tool
 * calls on the present page. Both browsers reset what was set for a tab when it loads another page, and only then.
 */
import { browser } from 'wxt/browser';
import { isObject } from '../normalizer/json/json-edit.ts';
import type { FramedSiteRequest } from './requests.ts';
import { isSite, siteOf } from '../extension/origins.ts';
import { reportFailure } from '../extension/promises.ts';
import { pageOf } from '../extension/messages.ts';
import { readSite, watchSites } from '../settings/store.ts';
import { iconTexts } from './texts.ts';

/** Just the name of the extension, the same in every language. */
const NAME = 'Stream Fixer';
/** White text on it has a contrast of 5.5. */
const BADGE_COLOUR = '#0f766e';
const BADGE_TEXT_COLOUR = '#ffffff';
/** While an agent waits for a person. */
const WAITING_COLOUR = '#b45309';

/** Starts listening. Call it synchronously when the background starts. */
export function showIcons(): void {
  browser.tabs.onUpdated.addListener((tabId, change, tab) => {
    // Once more when loading is complete: what was set before the new page was committed is lost with the old page.
    if (change.status !== undefined) refresh(tabId, tab.url);
  });
  browser.tabs.onActivated.addListener(({ tabId }) => {
    refreshTabs((tab) => tab.id === tabId);
  });
  browser.runtime.onInstalled.addListener(() => refreshTabs(() => true));
  browser.runtime.onStartup.addListener(() => refreshTabs(() => true));
  // A tab's URL is visible while its site is permitted; once access is withdrawn, it is undefined.
  watchSites((origins) => refreshTabs(({ url }) => url === undefined || origins.includes(siteOf(url) ?? '')));
  browser.runtime.onMessage.addListener((message: unknown, sender) => {
    const page = isObject(message) ? pageOf(sender) : null;
    if (!page || !isObject(message)) return;
    if (message.type === 'frame-changed' && page.framed) refresh(page.tabId, sender.tab?.url);
    if (message.type === 'waiting')
      showWaiting(page.tabId, message.waits === true).catch(reportFailure('show on its icon that an agent waits'));
  });

  browser.action.setBadgeBackgroundColor({ color: BADGE_COLOUR }).catch(reportFailure('colour its icon'));
  browser.action.setBadgeTextColor({ color: BADGE_TEXT_COLOUR }).catch(reportFailure('colour its icon'));
}

/**
 * Adds to the number of tool calls on a tab's icon, which the browser keeps until the tab loads another page.
 * @param calls seen since the last time
 */
export async function addToIcon(tabId: number, calls: number): Promise<void> {
  if (calls === 0) return;
  await ofOpenTab(
    browser.action
      .getBadgeText({ tabId })
      .then((shown) => browser.action.setBadgeText({ tabId, text: badgeText((parseInt(shown) || 0) + calls) })),
  );
}

async function showWaiting(tabId: number, waits: boolean): Promise<void> {
  await ofOpenTab(browser.action.setBadgeBackgroundColor({ tabId, color: waits ? WAITING_COLOUR : BADGE_COLOUR }));
}

/** @returns a number in at most three characters, as more would cover the icon: 99, then 99+; nothing for 0 */
export function badgeText(calls: number): string {
  if (calls <= 0) return '';
  return calls < 100 ? String(calls) : '99+';
}

function refreshTabs(isMeant: (tab: { id?: number; url?: string }) => boolean): void {
  browser.tabs
    .query({})
    .then((tabs) => {
      for (const tab of tabs.filter(isMeant)) if (tab.id !== undefined) refresh(tab.id, tab.url);
    })
    .catch(reportFailure('show on its icon where it is on'));
}

function refresh(tabId: number, url: string | undefined): void {
  show(tabId, siteOf(url ?? '')).catch(reportFailure('show on its icon whether it is on'));
}

async function show(tabId: number, origin: string | null): Promise<void> {
  const ownOn = origin !== null && (await readSite(origin)).enabled;
  const framed = ownOn ? null : await askFrames(tabId);
  const enabled = ownOn || framed !== null;
  await Promise.all([
    ofOpenTab(browser.action.setIcon({ tabId, path: iconPaths(enabled ? 'on' : 'off') })),
    // What is off looks off: no number of tools from before.
    !enabled && ofOpenTab(browser.action.setBadgeText({ tabId, text: '' })),
    ofOpenTab(
      browser.action.setTitle({
        tabId,
        title: framed === null ? titleOf(origin, enabled) : iconTexts.onInFrame(new URL(framed).host),
      }),
    ),
  ]);
}

/** @returns a site that is on in a frame of the tab; null if there is none */
async function askFrames(tabId: number): Promise<string | null> {
  const request: FramedSiteRequest = { type: 'framed-site' };
  try {
    const site: unknown = await browser.tabs.sendMessage(tabId, request);
    return isSite(site) && (await readSite(site)).enabled ? site : null;
  } catch {
    return null; // nobody listens in that tab
  }
}

function titleOf(origin: string | null, enabled: boolean): string {
  if (origin === null) return NAME;
  const { host } = new URL(origin);
  return enabled ? iconTexts.on(host) : iconTexts.off(host);
}

function iconPaths(state: 'on' | 'off') {
  return { 16: `/icon/${state}-16.png`, 32: `/icon/${state}-32.png` };
}

/** Ignores that the tab was closed meanwhile; both browsers then reject, and there is nothing left to show. */
async function ofOpenTab(done: Promise<void>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!/tab/i.test(String(error))) throw error;
  }
}
