/**
 * The window in which a person answers the question of an agent: there is at most one, and it opens
 * only when a person has pressed something: the card beside the reply, or a notification. Where
 * there are no windows of its size, it is a tab.
 */
import { browser, type Browser } from 'wxt/browser';
import type { LookRequest } from './requests.ts';
import { pageOf } from '../extension/messages.ts';
import { createQueue, reportFailure } from '../extension/promises.ts';
import { APPROVAL_PAGE, approvalAddress } from '../extension/routes.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import { readSite } from '../settings/store.ts';

/** In CSS pixels. */
const WIDTH = 480;
const HEIGHT = 420;
/** From the upper right corner of the chat's window. */
const INSET = 32;

const inTurn = createQueue();

/**
 * What was opened last: for a moment, Firefox calls a new tab about:blank, and has no `pendingUrl`.
 */
let opened: { readonly id: number; readonly url: string } | null = null;

/** Starts listening. Call it synchronously when the background starts. */
export function listenForLooks(): void {
  browser.runtime.onMessage.addListener((message: unknown, sender) => {
    const type: LookRequest['type'] = 'look-at-question';
    const page = isObject(message) && message.type === type ? pageOf(sender) : null;
    if (!page) return;
    showIfOn(page.origin, page.tabId, sender.frameId ?? 0).catch(
      reportFailure('show the question of an agent'),
    );
  });
}

async function showIfOn(origin: string, tabId: number, frameId: number): Promise<void> {
  if ((await readSite(origin)).enabled) await showQuestion(tabId, frameId);
}

/**
 * Shows the question that waits in a tab.
 * @param frameId of the page that has it; null: whichever has one
 */
export function showQuestion(tabId: number, frameId: number | null): Promise<void> {
  return inTurn(async () => {
    const url = browser.runtime.getURL('/') + approvalAddress(tabId, frameId);
    const tabs = await browser.tabs.query({});
    const open = tabs.find(isApproval) ?? tabs.find(({ id }) => id === opened?.id);
    if (open?.id === undefined) {
      const id = await create(url, tabId);
      opened = id === undefined ? null : { id, url };
      return;
    }
    const isThere = (isApproval(open) ? addressOf(open) : opened?.url) === url;
    // What it shows is what a person may be reading: only another question takes its place.
    await browser.tabs.update(open.id, { active: true, ...(!isThere && { url }) });
    await browser.windows?.update(open.windowId, { focused: true });
  });
}

function isApproval(tab: Browser.tabs.Tab): boolean {
  return addressOf(tab).startsWith(browser.runtime.getURL('/') + APPROVAL_PAGE);
}

function addressOf({ pendingUrl, url }: Browser.tabs.Tab): string {
  return pendingUrl || url || '';
}

/** @returns the id of the new tab */
async function create(url: string, tabId: number): Promise<number | undefined> {
  const chat = await browser.tabs.get(tabId);
  const around = await browser.windows?.get(chat.windowId).catch(() => null);
  // A full screen is one window: another one would be beside it, on a screen of its own.
  if (!around || around.state === 'fullscreen') return openTab(url, chat);
  const { left = 0, top = 0, width = WIDTH } = around;
  const place = { left: Math.max(left, left + width - WIDTH - INSET), top: top + INSET };
  const size = { width: WIDTH, height: HEIGHT, focused: true, type: 'popup' } as const;
  // Half of it may be outside of all screens.
  const made = await browser.windows
    .create({ url, ...size, ...place })
    .catch(() => browser.windows.create({ url, ...size }));
  return made?.tabs?.[0]?.id;
}

async function openTab(
  url: string,
  { id, windowId, index }: Browser.tabs.Tab,
): Promise<number | undefined> {
  return (await browser.tabs.create({ url, windowId, index: index + 1, openerTabId: id })).id;
}
