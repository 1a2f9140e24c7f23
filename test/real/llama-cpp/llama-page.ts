/** A tab of llama.cpp's own page. */
import type { Page } from 'puppeteer-core';
import type { Driver } from '../../../src/tools/browsers/driver.ts';
import { enableSite, siteStatus } from '../../../src/tools/browsers/enable-site.ts';
import { until } from '../../../src/tools/browsers/until.ts';
import { disableSite } from '../../support/driving/access.ts';

export interface LlamaTab {
  readonly page: Page;
  /** Types the text and sends it; resolves when the page shows it. */
  send(text: string): Promise<void>;
  /** Presses "Stop". */
  stop(): Promise<void>;
  /** Reloads the page, with the chat that was open. */
  reload(): Promise<void>;
  /**
   * Switches the site on through the real popup, which reloads the page with the chat that was
   * open.
   */
  switchOn(): Promise<void>;
  /** Waits until no reply is being written. */
  untilDone(): Promise<void>;
  /** Waits until the last reply contains this. */
  untilShown(text: string): Promise<void>;
  /** Texts of the replies, as a person reads them. */
  replies(): Promise<string[]>;
  /** Complaints of page and console since it was opened. */
  faults(): string[];
}

const BOX = 'textarea';
const USER = '[aria-label^="User message"]';
const REPLY = '[aria-label^="Assistant message"]';
const STOP = 'button[aria-label="Stop"], button ::-p-text(Stop)';

/** A second on an idle machine. */
const SLOW_MS = 30_000;

/** The page asks for tools, which the server does not reveal, and reports that. */
const HARMLESS = /403|\[ToolsStore\]/;

/**
 * Opens a tab of a site that is off; if it is on, it is first switched off through the real popup.
 */
export async function openLlamaPage(driver: Driver, origin: string): Promise<LlamaTab> {
  const page = await driver.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`pageerror ${String(error)}`));
  page.on(
    'console',
    (message) =>
      void (
        message.type() === 'error' &&
        !HARMLESS.test(message.text()) &&
        complaints.push(`console ${message.text()}`)
      ),
  );
  await page.goto(`${origin}/`);
  const { enabled } = await siteStatus(driver, origin);
  if (enabled) {
    await disableSite(driver, page);
    await page.reload();
  }
  await page.waitForSelector(BOX, { timeout: SLOW_MS });

  const count = (selector: string) => page.$$eval(selector, (all) => all.length);
  const replies = () =>
    page.$$eval(`${REPLY} .markdown-content`, (all) =>
      all.map((one) => (one as HTMLElement).innerText),
    );
  return {
    page,
    async send(text) {
      const before = await count(USER);
      await page.type(BOX, text);
      await page.keyboard.press('Enter');
      await until(
        async () => (await count(USER)) > before,
        'the page to show what was sent',
        SLOW_MS,
      );
    },
    stop: () => page.click(STOP),
    async reload() {
      await page.reload();
      await page.waitForSelector(REPLY, { timeout: SLOW_MS });
    },
    async switchOn() {
      await enableSite(driver, page);
      await page.waitForSelector(REPLY, { timeout: SLOW_MS });
    },
    untilDone: async () =>
      void (await until(
        async () => (await page.$(STOP)) === null && (await count(REPLY)) > 0,
        'the reply to be over',
        SLOW_MS,
      )),
    untilShown: async (text) =>
      void (await until(
        async () => (await replies()).at(-1)?.includes(text),
        `the reply to say "${text}"`,
        SLOW_MS,
      )),
    replies,
    faults: () => [...complaints],
  };
}
