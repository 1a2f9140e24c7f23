/**
 * A notification when an agent waits in a tab that is not in front, if the person has turned that
 * on: the permission is the setting. It names the site, as the browser knows it, and nothing that a
 * page or an agent says.
 */
import { browser } from 'wxt/browser';
import { isObject } from '../normalizer/json/json-edit.ts';
import type { QuestionRequest } from '../approvals/requests.ts';
import { showQuestion } from '../approvals/window.ts';
import { pageOf, type Page } from '../extension/messages.ts';
import { reportFailure } from '../extension/promises.ts';
import { message } from '../languages/messages.ts';

/** What the browser has to grant. */
export const NOTIFIES = { permissions: ['notifications' as const] };

/** Before the number of the tab: each has at most one, whatever its page does. */
const PREFIX = 'waits:';

/** Starts listening. Call it synchronously when the background starts. */
export function listenForWaiting(): void {
  browser.runtime.onMessage.addListener((report: unknown, sender) => {
    const page = isObject(report) && report.type === 'waiting' ? pageOf(sender) : null;
    // The system may keep what it has shown, and nothing of a private window is kept.
    if (!page || page.incognito || !isObject(report) || !mayNotify()) return;
    const done = report.waits === true ? notify(page) : forget(page.tabId);
    done.catch(reportFailure('notify that an agent waits'));
  });
  browser.tabs.onRemoved.addListener((tabId) => {
    if (mayNotify()) forget(tabId).catch(reportFailure('close the notification of a closed tab'));
  });
  listenForClicks();
  browser.permissions.onAdded.addListener(listenForClicks);
}

/** The browser has no such function before it is permitted. */
function mayNotify(): boolean {
  return Boolean(browser.notifications);
}

/** Listening twice is listening once. */
function listenForClicks(): void {
  if (mayNotify()) browser.notifications.onClicked.addListener(showTab);
}

async function notify({ tabId, origin }: Page): Promise<void> {
  const { active, windowId } = await browser.tabs.get(tabId);
  if (active && (await browser.windows.get(windowId)).focused) return;
  // One that is only changed is shown to nobody again.
  await forget(tabId);
  await browser.notifications.create(PREFIX + tabId, {
    type: 'basic',
    iconUrl: browser.runtime.getURL('/icon/tile-128.png'),
    title: message('icon_waits', new URL(origin).host),
    message: message('icon_asks'),
  });
}

async function forget(tabId: number): Promise<void> {
  await browser.notifications.clear(PREFIX + tabId);
}

function showTab(id: string): void {
  const tabId = Number(id.slice(PREFIX.length));
  if (id.startsWith(PREFIX))
    show(tabId).catch(reportFailure('show the tab in which an agent waits'));
}

/** Shows the tab, and over it the question, if it is answered in a window of ours. */
async function show(tabId: number): Promise<void> {
  await bringToFront(tabId);
  if (await hasQuestion(tabId)) await showQuestion(tabId, null);
}

async function hasQuestion(tabId: number): Promise<boolean> {
  const request: QuestionRequest = { type: 'question' };
  try {
    return isObject(await browser.tabs.sendMessage(tabId, request));
  } catch {
    return false; // nobody listens there any more
  }
}

async function bringToFront(tabId: number): Promise<void> {
  await forget(tabId);
  const tab = await browser.tabs.update(tabId, { active: true });
  if (tab) await browser.windows.update(tab.windowId, { focused: true });
}
