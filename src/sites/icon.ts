/**
 * The toolbar icon of each tab: coloured if the tab's site, or that of a frame in it, is on, with
 * the number of tool calls on the present page, which its tooltip says in words. Both browsers
 * reset what was set for a tab when it loads another page, and only then.
 */
import { browser } from 'wxt/browser';
import { isObject } from '../normalizer/json/json-edit.ts';
import type { FramedSiteRequest } from './requests.ts';
import { isSite, siteOf } from '../extension/origins.ts';
import { createQueue, reportFailure } from '../extension/promises.ts';
import { pageOf, type Page } from '../extension/messages.ts';
import { counted, message } from '../languages/messages.ts';
import { readSite, watchSites } from '../settings/store.ts';
import { addCounts, callsOf, isNothing, NO_COUNTS, type Counts } from '../stats/figures.ts';
import { iconTexts } from './texts.ts';

/** Just the name of the extension, the same in every language. */
const NAME = 'Stream Fixer';
/** White text on it has a contrast of 5.5. */
const BADGE_COLOUR = '#0f766e';
const BADGE_TEXT_COLOUR = '#ffffff';
/**
 * While an agent waits for a person, and after a call was faked or not allowed. White text has a
 * contrast of 5.0.
 */
const ATTENTION_COLOUR = '#b45309';
/** In place of the number, while an agent waits. */
const WAITING_TEXT = '?';

/** What happened on the present page of a tab. */
interface OnPage {
  readonly counts: Counts;
  /** An agent waits for a person. */
  readonly waits: boolean;
}

/** Two changes of one icon must not mix. */
const inTurn = createQueue();

/** Starts listening. Call it synchronously when the background starts. */
export function showIcons(): void {
  browser.tabs.onUpdated.addListener((tabId, change, tab) => {
    // Once more when loading is complete: what was set before the new page was committed is lost
    // with the old page.
    if (change.status !== undefined) refresh(tabId, tab.url);
  });
  browser.tabs.onActivated.addListener(({ tabId }) => {
    refreshTabs((tab) => tab.id === tabId);
  });
  browser.runtime.onInstalled.addListener(() => refreshTabs(() => true));
  browser.runtime.onStartup.addListener(() => refreshTabs(() => true));
  // A tab's URL is visible while its site is permitted; once access is withdrawn, it is undefined.
  watchSites((origins) =>
    refreshTabs(({ url }) => url === undefined || origins.includes(siteOf(url) ?? '')),
  );
  browser.tabs.onRemoved.addListener((tabId) => {
    browser.storage.session
      .remove(onPageKey(tabId))
      .catch(reportFailure('forget the icon of a closed tab'));
  });
  browser.runtime.onMessage.addListener((report: unknown, sender) => {
    const page = isObject(report) ? pageOf(sender) : null;
    if (!page || !isObject(report)) return;
    if (report.type === 'frame-changed' && page.framed) refresh(page.tabId, sender.tab?.url);
    const waits = report.waits === true;
    if (report.type === 'waiting')
      change(page, (known) => ({ ...known, waits })).catch(
        reportFailure('show on its icon that an agent waits'),
      );
  });

  browser.action
    .setBadgeBackgroundColor({ color: BADGE_COLOUR })
    .catch(reportFailure('colour its icon'));
  browser.action
    .setBadgeTextColor({ color: BADGE_TEXT_COLOUR })
    .catch(reportFailure('colour its icon'));
}

/** Adds to what a tab's icon shows of a page. @param counts since the last time */
export async function addToIcon(page: Page, counts: Counts): Promise<void> {
  if (isNothing({ ...counts, markers: 0 })) return;
  await change(page, (known) => ({ ...known, counts: addCounts(known.counts, counts) }));
}

async function change(
  { tabId, origin, framed }: Page,
  next: (known: OnPage) => OnPage,
): Promise<void> {
  // Null for a tab that was closed meanwhile.
  const tab = framed ? await browser.tabs.get(tabId).catch(() => null) : null;
  await show(tabId, framed ? siteOf(tab?.url ?? '') : origin, next);
}

/** The key in `storage.session` for what happened on a tab's page. */
function onPageKey(tabId: number): string {
  return `icon:${tabId}`;
}

/** @returns no counts if the browser has emptied the tab's icon, as it does with each new page */
async function readOnPage(tabId: number): Promise<OnPage> {
  const { [onPageKey(tabId)]: known } = await browser.storage.session.get(onPageKey(tabId));
  const shown = await browser.action.getBadgeText({ tabId }).catch(() => '');
  // Only this module writes it.
  return known && shown !== '' ? (known as OnPage) : { counts: NO_COUNTS, waits: false };
}

/**
 * @returns a number in at most three characters, as more would cover the icon: 99, then 99+;
 * nothing for 0
 */
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

async function show(
  tabId: number,
  origin: string | null,
  next?: (known: OnPage) => OnPage,
): Promise<void> {
  const ownOn = origin !== null && (await readSite(origin)).enabled;
  const framed = ownOn ? null : await askFrames(tabId);
  const enabled = ownOn || framed !== null;
  const title =
    framed === null ? titleOf(origin, enabled) : iconTexts.onInFrame(new URL(framed).host);
  await inTurn(async () => {
    const known = await readOnPage(tabId);
    const page = next?.(known) ?? known;
    if (next) await browser.storage.session.set({ [onPageKey(tabId)]: page });
    const { counts, waits } = page;
    const alarming = waits || counts.imitated > 0 || (counts.refused ?? 0) > 0;
    // What is off looks off: no number of tools from before.
    const text = !enabled ? '' : waits ? WAITING_TEXT : badgeText(callsOf(counts));
    const color = alarming ? ATTENTION_COLOUR : BADGE_COLOUR;
    await Promise.all([
      ofOpenTab(browser.action.setIcon({ tabId, path: iconPaths(enabled ? 'on' : 'off') })),
      ofOpenTab(browser.action.setBadgeText({ tabId, text })),
      ofOpenTab(browser.action.setBadgeBackgroundColor({ tabId, color })),
      ofOpenTab(
        browser.action.setTitle({
          tabId,
          title: enabled ? [title, ...wordsOf(page)].join(' · ') : title,
        }),
      ),
    ]);
  });
}

/** "6 tools", "1 failed", "2 faked calls" */
function wordsOf({
  counts: { tools, failed = 0, refused = 0, imitated },
  waits,
}: OnPage): readonly string[] {
  return [
    tools > 0 && counted('badges_tools', tools),
    failed > 0 && counted('badges_failures', failed),
    refused > 0 && counted('badges_refusals', refused),
    imitated > 0 && counted('counts_fakedCalls', imitated),
    waits && message('badges_waiting'),
  ].filter((words) => words !== false);
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

/**
 * Ignores that the tab was closed meanwhile; both browsers then reject, and there is nothing left
 * to show.
 */
async function ofOpenTab(done: Promise<void>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!/tab/i.test(String(error))) throw error;
  }
}
