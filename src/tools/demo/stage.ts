/** A browser with the chat page in it, and what every demonstration does with it. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { type Driver, type LaunchOptions } from '../browsers/driver.ts';
import { launch } from '../browsers/launch.ts';
import { enableSite } from '../browsers/enable-site.ts';
import type { BrowserKind } from '../browsers/find.ts';
import { sleep } from '../browsers/until.ts';
import { build } from '../cli/build.ts';
import type { AgentServer } from './servers/agent-server.ts';
import { readBadges, type BadgesSeen } from './badges-seen.ts';
import { createConversation, type Conversation, type ToolWatch } from './conversation.ts';
import { POPUP_READY, readPopupCounts } from './popup-counts.ts';
import type { Report } from './report.ts';

export interface StageOptions {
  readonly kind: BrowserKind;
  readonly server: AgentServer;
  readonly tools: ToolWatch;
  readonly report: Report;
  readonly colorScheme: 'light' | 'dark';
}

export interface Stage {
  readonly chat: Conversation;
  /** Switches the site on through the real popup and the real prompt; the page is reloaded. */
  enable(): Promise<void>;
  badges(): Promise<BadgesSeen>;
  /** Takes a picture of the page and names it in the report. */
  picture(name: string): Promise<void>;
  /** Shows or hides the page's panel with what the agent received. */
  toggleReceived(): Promise<void>;
  /** Reads what the popup counts for the site; takes a picture of it too. */
  counts(pictureName: string): Promise<PopupCounts>;
  /** Whether the icon is in the toolbar itself, not behind the puzzle piece. */
  isPinned(): Promise<boolean>;
  close(): Promise<void>;
}

export interface PopupCounts {
  readonly markers: number;
  readonly tools: number;
  readonly imitated: number;
}

/** Counts reach the popup about once a second. */
const COUNTS_MS = 2_000;

/** @returns folder of the pictures, which git ignores */
export function pictureFolder(kind: BrowserKind): string {
  return fileURLToPath(new URL(`../../../.demo/${kind}`, import.meta.url));
}

/** Builds the extension and starts the browser with it, with a window the size of the pictures. */
export async function openBrowser(
  kind: BrowserKind,
  options: Pick<LaunchOptions, 'headless' | 'colorScheme' | 'leftWith'>,
): Promise<Driver> {
  return launch(kind, {
    ...options,
    extension: await build(kind),
    pinned: true,
    windowSize: { width: 1180, height: 900 },
  });
}

/** The tab that a new browser shows. */
export async function firstTab(driver: Driver): Promise<Page> {
  const [first] = await driver.browser.pages();
  return first ?? driver.newPage();
}

/** Starts the browser without a window and opens the chat page in it, not yet switched on. */
export async function openStage({ kind, server, tools, report, colorScheme }: StageOptions): Promise<Stage> {
  const driver = await openBrowser(kind, { headless: true, colorScheme });
  const folder = pictureFolder(kind);
  try {
    const page = await openChat(driver, server);
    const chat = createConversation(page, server, tools);
    return {
      chat,
      enable: () => enableSite(driver, page),
      badges: () => readBadges(driver, page),
      async picture(name) {
        const path = join(folder, `${name}.png`);
        await chat.screenshot(path);
        report.picture(path);
      },
      async toggleReceived() {
        await page.waitForSelector('[data-ready]');
        await page.click('#show-received');
      },
      async counts(pictureName) {
        await sleep(COUNTS_MS);
        const path = join(folder, `${pictureName}.png`);
        const counts = await readCounts(driver, page, path);
        report.picture(path);
        return counts;
      },
      isPinned: () => driver.background(readPinned),
      close: () => driver.close(),
    };
  } catch (error) {
    await driver.close();
    throw error;
  }
}

/** Opens the chat page in the browser's first tab. */
export async function openChat(driver: Driver, server: AgentServer): Promise<Page> {
  const page = await firstTab(driver);
  await page.goto(server.origin);
  await page.waitForSelector('[data-ready]');
  return page;
}

async function readCounts(driver: Driver, page: Page, path: string): Promise<PopupCounts> {
  const popup = await driver.openPopup(page, POPUP_READY);
  const shown = await readPopupCounts(popup);
  const counts = {
    markers: toNumber(shown.markers),
    tools: toNumber(shown.tools),
    imitated: toNumber(shown.imitated),
  };
  await popup.screenshot(path);
  await popup.close();
  await page.bringToFront();
  return counts;
}

/** Runs in the background. */
async function readPinned(): Promise<boolean> {
  const { chrome } = globalThis as unknown as {
    chrome: { action: { getUserSettings(): Promise<{ isOnToolbar?: boolean }> } };
  };
  return (await chrome.action.getUserSettings()).isOnToolbar === true;
}

/** A large number may be written with separators. */
function toNumber(text: string): number {
  return Number(text.replaceAll(/\D/g, ''));
}
