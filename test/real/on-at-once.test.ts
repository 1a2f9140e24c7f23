/** The first minute: a chat that is open when the extension is installed and switched on. */
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { createOpenWebUiChat, signIn, type OpenWebUiChat } from '../../src/tools/demo/open-webui-chat.ts';
import { readBadgesByReply } from '../../src/tools/demo/badges-seen.ts';
import { BROWSERS, freshBrowser } from '../support/browsers.ts';
import { switchOn } from '../support/switch-on.ts';
import { RECORDED, RECORDED_TEXTS } from './replies.ts';
import { openWebUi } from './servers.ts';
import { POLL } from './tab.ts';
import { MAIN } from './versions.ts';
import { words } from './words.ts';

const HALF_TYPED = 'Run three commands and';

test.each(BROWSERS)(
  'in %s three presses make an open chat clean from its next reply on, and the half-typed message is still there',
  { timeout: 240_000 },
  async (kind) => {
    const server = await openWebUi(MAIN);
    let opened: { readonly page: Page; readonly chat: OpenWebUiChat } | null = null;
    const driver = await freshBrowser(kind, {
      async beforeInstall(browser) {
        const page = await browser.newPage();
        const chat = createOpenWebUiChat(page, server.origin);
        opened = { page, chat };
        await signIn(page, server.origin, server.admin);
        await chat.begin({ models: [RECORDED] });
        await chat.ask('What year is it?');
        await page.type('#chat-input', HALF_TYPED);
      },
    });
    onTestFinished(() => driver.close());
    const { page, chat } = opened!;
    const typed = (): Promise<string> => page.$eval('#chat-input', (input) => input.textContent?.trim() ?? '');
    expect((await chat.replies())[0]!.text).toMatch(/\p{Extended_Pictographic}/u);
    await page.evaluate(() => Object.assign(window, { isStillOpen: true }));

    expect(await switchOn(driver, page)).toEqual(['the icon', 'the switch', 'Allow']);

    expect(await typed()).toBe(HALF_TYPED);
    await page.type('#chat-input', ' let one fail');
    await page.keyboard.press('Enter');
    await chat.untilDone(2);
    const reply = (await chat.replies())[1]!;
    expect(words(reply.text)).toBe(words(RECORDED_TEXTS[1]));
    await expect
      .poll(() => readBadgesByReply(driver, page), POLL)
      .toMatchObject([{ reply: reply.id, running: 0, folds: [expect.stringContaining('3 tools')] }]);
    // Nothing has reloaded it.
    expect(await page.evaluate(() => 'isStillOpen' in window)).toBe(true);
  },
);
