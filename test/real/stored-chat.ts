/**
 * What a person does with chats of a real Open WebUI, beside asking: opens stored ones, and stops a
 * reply.
 */
import type { Page } from 'puppeteer-core';
import { until } from '../../src/tools/browsers/until.ts';
import { createOpenWebUiChat, LOAD_MS, type OpenWebUiChat } from '../support/open-webui-chat.ts';

export interface StoredChat extends OpenWebUiChat {
  /** Opens a stored chat by its address. */
  open(chatId: string): Promise<void>;
  /** Opens a stored chat from the list of chats, without loading a page. */
  goTo(chatId: string): Promise<void>;
  /** Presses the button that ends the reply. */
  stop(): Promise<void>;
}

/** Before 0.11 only its icon identifies it. */
const STOP = 'button[aria-label="Stop"], button:has(path[d^="M2.25 12c0-5.385"])';

/** @param page a tab of a browser that is signed in at `origin` */
export function createStoredChat(page: Page, origin: string): StoredChat {
  const chat = createOpenWebUiChat(page, origin);
  return {
    ...chat,
    async open(chatId) {
      await page.bringToFront();
      await page.goto(`${origin}/c/${chatId}`);
      await chat.ready();
    },
    async goTo(chatId) {
      const [before] = await chat.replies();
      await page.evaluate(follow, `/c/${chatId}`);
      await until(
        async () => {
          const [now] = await chat.replies();
          return page.url().endsWith(`/c/${chatId}`) && now !== undefined && now.id !== before?.id;
        },
        'the other chat to open',
        LOAD_MS,
      );
      await chat.ready();
    },
    stop: () => page.click(STOP),
  };
}

/**
 * Runs in the page. Navigates to another of its addresses as its own links do; the side bar with
 * such links is folded in some releases.
 */
function follow(path: string): void {
  const own = document.querySelector<HTMLElement>(`a[href="${path}"]`);
  const link =
    own ?? document.body.appendChild(Object.assign(document.createElement('a'), { href: path }));
  link.click();
  if (!own) link.remove();
}
