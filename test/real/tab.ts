/** A tab of a real Open WebUI, watched from before its first script. */
import type { Page } from 'puppeteer-core';
import { onTestFinished } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite, siteStatus } from '../../src/tools/browsers/enable-site.ts';
import { readBadgesByReply, type BadgesOfReply } from '../support/badges-by-reply.ts';
import type { Account } from '../../src/tools/demo/servers/open-webui-api.ts';
import { signIn } from '../../src/tools/demo/sign-in.ts';
import { disableSite } from '../support/driving/access.ts';
import type { RealServer } from './servers.ts';
import { createStoredChat, type StoredChat } from './stored-chat.ts';

export interface Tab {
  readonly driver: Driver;
  readonly page: Page;
  readonly server: RealServer;
  readonly chat: StoredChat;
  /** Text with a marker's emoji that was on the screen at any moment since the page was loaded. */
  markersSeen(): Promise<string[]>;
  badges(): Promise<BadgesOfReply[]>;
  /** Complaints of page and console. */
  faults(): string[];
}

export interface TabOptions {
  readonly driver: Driver;
  readonly server: RealServer;
  /** Whether the site is switched on; true by default. */
  readonly on?: boolean;
  /** The administrator by default. */
  readonly account?: Account;
  /** As Open WebUI names it; light by default. */
  readonly theme?: string;
  /** Matches a marker on the screen, as source of a regular expression. */
  readonly marker?: string;
}

declare const window: Window & { markersSeen: string[] };

/** Badges and texts are drawn in the next frame, which may be late on a busy machine. */
export const POLL = { timeout: 15_000 };

/** No reply of these tests has an emoji outside its markers, unless the test says so. */
const ANY_EMOJI = String.raw`\p{Extended_Pictographic}`;

/** Runs before the page's own scripts: examines the chat after every change of it. */
function watchMarkers(source: string): void {
  window.markersSeen = [];
  const marker = new RegExp(`.{0,20}${source}.{0,40}`, 'u');
  function look(): void {
    for (const place of document.querySelectorAll(
      '.chat-assistant, [data-sonner-toaster], title',
    )) {
      const found = marker.exec(place.textContent ?? '')?.[0];
      if (found !== undefined && !window.markersSeen.includes(found))
        window.markersSeen.push(found);
    }
  }
  new MutationObserver(look).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  });
}

/**
 * Opens a tab that is signed in; the site is switched on or off through the real popup if
 * necessary. It closes with the test.
 */
export async function openTab(options: TabOptions): Promise<Tab> {
  const {
    driver,
    server,
    on = true,
    account = server.admin,
    theme = 'light',
    marker = ANY_EMOJI,
  } = options;
  const page = await driver.newPage();
  onTestFinished(async () => {
    if (!page.isClosed()) await page.close();
  });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`pageerror ${String(error)}`));
  page.on(
    'console',
    (message) => void (message.type() === 'error' && complaints.push(`console ${message.text()}`)),
  );
  await signIn(page, server.origin, account, theme);
  const { enabled } = await siteStatus(driver, server.origin);
  if (on && !enabled) await enableSite(driver, page);
  if (!on && enabled) await disableSite(driver, page);
  await page.evaluateOnNewDocument(watchMarkers, marker);
  return {
    driver,
    page,
    server,
    chat: createStoredChat(page, server.origin),
    markersSeen: () => page.evaluate(() => window.markersSeen),
    badges: () => readBadgesByReply(driver, page),
    faults: () => [...complaints],
  };
}
