/** A browser with the chat page in it, and what every demonstration does with it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { type Driver, type LaunchOptions } from '../browsers/driver.ts';
import { launch } from '../browsers/launch.ts';
import { enableSite } from '../browsers/enable-site.ts';
import type { BrowserKind } from '../browsers/find.ts';
import { findInShadow, pressOurs } from '../browsers/in-shadow.ts';
import { sleep } from '../browsers/until.ts';
import { HOST_NAME } from '../../badges/look/host-name.ts';
import { build } from '../cli/build.ts';
import {
  startAgentServer,
  type AgentServer,
  type AgentServerOptions,
} from './servers/agent-server.ts';
import { readBadges } from './badges-seen.ts';
import { createConversation, watchTools, type Conversation } from './conversation.ts';
import { POPUP_READY, readPopupCounts } from './popup-counts.ts';
import type { Report } from './report.ts';

export type Stage = ReturnType<typeof stageOf>;

/** Counts reach the popup about once a second. */
const COUNTS_MS = 2_000;

/** Milliseconds in which lines have certainly unfolded. */
const UNFOLDS_MS = 500;

/** @returns folder of the pictures, which git ignores */
export function pictureFolder(kind: BrowserKind): string {
  return fileURLToPath(new URL(`../../../.demo/${kind}`, import.meta.url));
}

/** Builds the extension and starts the browser with it, with a window the size of the pictures. */
export async function openBrowser(
  kind: BrowserKind,
  options: Pick<LaunchOptions, 'headless' | 'leftWith'>,
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

/**
 * Starts a server, and a browser without a window on its chat page, not yet switched on.
 * @param show what to do there; then both end
 * @returns whether all checks passed
 */
export async function demonstrate(
  kind: BrowserKind,
  options: AgentServerOptions,
  report: Report,
  show: (stage: Stage) => Promise<void>,
): Promise<boolean> {
  const tools = watchTools();
  const server = await startAgentServer({ ...options, onWrite: tools.onWrite });
  try {
    const driver = await openBrowser(kind, { headless: true });
    try {
      const page = await openChat(driver, server);
      await show(stageOf(driver, page, server, createConversation(page, server, tools), report));
    } finally {
      await driver.close();
    }
  } finally {
    await server.close();
  }
  return report.verdict();
}

function stageOf(
  driver: Driver,
  page: Page,
  server: AgentServer,
  chat: Conversation,
  report: Report,
) {
  /**
   * Takes a picture and names it in the report.
   * @param shoot what takes it; of the page by default
   */
  async function picture(
    name: string,
    shoot: (path: `${string}.png`) => Promise<unknown> = (path) => page.screenshot({ path }),
  ): Promise<void> {
    const path = join(pictureFolder(driver.kind), `${name}.png`) as `${string}.png`;
    mkdirSync(pictureFolder(driver.kind), { recursive: true });
    await shoot(path);
    report.picture(path);
  }

  return {
    chat,
    server,
    picture,
    /** Switches the site on through the real popup and the real prompt; the page is reloaded. */
    enable: () => enableSite(driver, page),
    /** How many notes say that a call was faked. */
    notes: async () => (await readBadges(driver, page)).notes,
    /** What the badges say. */
    badges: () => readBadges(driver, page),
    /** Unfolds the lines of the only badge. */
    async unfold(): Promise<void> {
      await pressOurs(
        driver,
        page,
        'fold',
        async () => (await readBadges(driver, page)).sums.length > 0,
      );
      await sleep(UNFOLDS_MS);
    },
    /** Presses a button of ours in the page until it has gone. @param className of the button */
    async press(className: string): Promise<void> {
      let isDrawn = false;
      // It is pressed once it is drawn, and leaves once it was pressed long enough after that.
      await pressOurs(driver, page, className, async () => {
        const spot = await findInShadow(driver, page, HOST_NAME, className);
        isDrawn ||= spot !== null;
        return isDrawn && spot === null;
      });
    },
    /** Shows or hides the page's panel with what the agent received. */
    toggleReceived: () => page.click('#show-received'),
    /** Reads what the popup counts for the site; takes a picture of it too. */
    async counts(pictureName: string) {
      await sleep(COUNTS_MS);
      const popup = await driver.openPopup(page, POPUP_READY);
      const counts = await readPopupCounts(popup);
      await picture(pictureName, (path) => popup.screenshot(path));
      await popup.close();
      await page.bringToFront();
      return counts;
    },
    /** Checks that one badge runs; takes a picture of it. */
    async checkRunning(pictureName: string): Promise<void> {
      const { running, lines } = await readBadges(driver, page);
      await picture(pictureName);
      report.check('badges running', `${running}, "${lines.at(-1) ?? ''}"`, running === 1);
    },
    /** Checks that there is a badge, and that none runs. */
    async checkOver(): Promise<void> {
      const { running, folds, lines } = await readBadges(driver, page);
      report.check('badges still running at the end', running, running === 0);
      const last = folds.at(-1) ?? lines.at(-1);
      report.check('badge of the last reply', last ? `"${last}"` : 'none', last !== undefined);
    },
    /** Checks that a chat of two questions has no marker. */
    async checkClean(): Promise<void> {
      const facts = await chat.facts();
      report.check('markers among the replies', facts.onPage, facts.onPage === 0);
      report.check('markers in what the page keeps', facts.stored, facts.stored === 0);
      report.check(
        'markers in the second request',
        facts.sent,
        facts.sent === 0 && facts.messages === 3,
      );
    },
  };
}

/** Opens the chat page in the browser's first tab. */
export async function openChat(driver: Driver, server: AgentServer): Promise<Page> {
  const page = await firstTab(driver);
  await page.goto(server.origin);
  await page.waitForSelector('[data-ready]');
  return page;
}
