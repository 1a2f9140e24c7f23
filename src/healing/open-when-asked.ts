import { browser } from 'wxt/browser';
import { isObject } from '../normalizer/json/json-edit.ts';
import { createQueue, reportFailure } from '../extension/promises.ts';
import { pageOf } from '../extension/messages.ts';
import { readSite } from '../settings/store.ts';
import { chatIdIn } from './address.ts';
import { showHealingPage } from './show-page.ts';

/** Sent by a page bridge when "Clean this chat" is pressed at a badge. */
export interface CleanChatRequest {
  readonly type: 'clean-chat';
  readonly chat: string;
}

/**
 * Milliseconds between two requests from one tab: they may come from the page and not the person.
 */
const PAUSE = 2000;

/**
 * Opens the page that cleans stored chats when a badge asks for it. It only opens: what is cleaned
 * is chosen there. Call it synchronously when the background starts.
 */
export function openHealingWhenAsked(now: () => number = () => performance.now()): void {
  /** When each tab sent its last request. */
  const asked = new Map<number, number>();

  browser.runtime.onMessage.addListener((message: unknown, sender) => {
    const page = pageOf(sender);
    const chat = isObject(message) && message.type === 'clean-chat' ? chatIdIn(message.chat) : null;
    // Nothing is stored from private windows, so nothing could be restored.
    if (
      !page ||
      page.incognito ||
      chat === null ||
      now() - (asked.get(page.tabId) ?? -PAUSE) < PAUSE
    )
      return;
    asked.set(page.tabId, now());
    open(page.origin, page.tabId, chat).catch(reportFailure('open the page that cleans chats'));
  });
  browser.tabs.onRemoved.addListener((tabId) => void asked.delete(tabId));
}

const inTurn = createQueue();

/** Opens pages one after another, so that each finds those opened before. */
function open(site: string, tab: number, chat: string): Promise<void> {
  return inTurn(async () => {
    if ((await readSite(site)).enabled) await showHealingPage({ tab, site, chat });
  });
}
