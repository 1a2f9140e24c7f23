/**
 * The warning of a faked call is there whenever its message is shown: after a reload, in other tabs, and turns later.
 */
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/browsers/driver.ts';
import { disableSite, enableSite } from '../../src/browsers/enable-site.ts';
import { until } from '../../src/browsers/until.ts';
import { readBadgesByReply } from '../../src/demo/badges-seen.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import type {} from '../support/open-webui-page/page.ts';
import { serveOpenWebUi, type OpenWebUiSite } from '../support/open-webui-page/site.ts';
import { stored } from './figures.ts';

type Kind = (typeof BROWSERS)[number];

/** The chat of one server, with so many turns. */
const TURNS = [1, 2, 3, 4, 5].flatMap((turn) => [{ id: `q${turn}`, user: 'And?' }, { id: `a${turn}` }]);

async function enabledSite(kind: Kind): Promise<{ site: OpenWebUiSite; driver: Driver }> {
  const site = await serveOpenWebUi();
  onTestFinished(() => site.close());
  const driver = await sharedBrowser(kind);
  const page = await driver.newPage();
  await page.goto(site.origin);
  await enableSite(driver, page);
  await page.close();
  return { site, driver };
}

/** @param name part of its address: in Firefox, a tab is found by it */
async function openChat(driver: Driver, site: OpenWebUiSite, name: string, turns = 1): Promise<Page> {
  const page = await driver.newPage();
  onTestFinished(() => page.close());
  await page.goto(`${site.origin}/?${name}`);
  await showTurns(page, turns);
  return page;
}

/** Shows the chat, as Open WebUI does once it has loaded it. */
async function showTurns(page: Page, turns: number): Promise<void> {
  await until(() => page.evaluate(() => 'openWebUi' in window), 'the script of the page');
  await page.evaluate((messages) => window.openWebUi.show('chat', messages), TURNS.slice(0, 2 * turns));
}

/** A marker that arrives token by token: the model writes it itself, and no tool runs. */
function fakeCall(site: OpenWebUiSite, messageId: string): void {
  const message = { chatId: 'chat', messageId };
  site.emit(message, 'chat:completion', { choices: [{ index: 0, delta: { role: 'assistant' } }] });
  let content = '';
  for (const token of ['Sure.', '\n`', '⏰', ' li', 'st', '`', '\n\n\nDone', ' now.']) {
    content += token;
    site.emit(message, 'chat:completion', { content });
  }
  site.emit(message, 'chat:completion', { content, done: true });
}

function plainReply(site: OpenWebUiSite, messageId: string): void {
  const message = { chatId: 'chat', messageId };
  site.emit(message, 'chat:completion', { content: 'Yes.' });
  site.emit(message, 'chat:completion', { content: 'Yes.', done: true });
}

/** Waits until exactly these replies have a warning. */
async function expectWarnings(driver: Driver, page: Page, replies: readonly string[]): Promise<void> {
  await page.bringToFront();
  await expect
    .poll(
      async () =>
        (await readBadgesByReply(driver, page))
          .filter(({ notes }) => notes > 0)
          .map(({ reply, notes }) => [reply, notes]),
      { timeout: 15_000 },
    )
    .toEqual(replies.map((reply) => [reply, 1]));
}

/** What is stored of the warnings of a site. */
async function keptOf(driver: Driver, site: OpenWebUiSite): Promise<unknown> {
  return (await stored(driver))[`warned:${site.origin}`];
}

const KEPT = { message: 'a1', day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), dismissed: false };

test.each(BROWSERS)(
  'in %s a faked call has its warning after a reload, in another tab and three turns later, with only its id stored',
  async (kind) => {
    const { site, driver } = await enabledSite(kind);
    const page = await openChat(driver, site, 'first');
    await site.listeners(1);
    fakeCall(site, 'a1');
    await expectWarnings(driver, page, ['a1']);
    await expect.poll(() => keptOf(driver, site)).toEqual([KEPT]);

    await page.reload();
    await showTurns(page, 1);
    await expectWarnings(driver, page, ['a1']);

    for (const turn of [2, 3, 4]) {
      await showTurns(page, turn);
      await site.listeners(1);
      plainReply(site, `a${turn}`);
    }
    await until(
      () => page.evaluate(() => document.querySelector('#message-a4 .chat-assistant')?.textContent === 'Yes.'),
      'the fourth reply',
    );
    await expectWarnings(driver, page, ['a1']);

    const other = await openChat(driver, site, 'other', 4);
    await expectWarnings(driver, other, ['a1']);
    // Not while another chat is shown.
    await other.evaluate(() => window.openWebUi.show('b', [{ id: 'b1', text: 'Another chat' }]));
    await expectWarnings(driver, other, []);
    await other.evaluate(() => window.openWebUi.show('chat', [{ id: 'a1' }]));
    await expectWarnings(driver, other, ['a1']);
  },
);

test.each(BROWSERS)('in %s warnings are forgotten when their site is switched off', async (kind) => {
  const { site, driver } = await enabledSite(kind);
  const page = await openChat(driver, site, 'first');
  await site.listeners(1);
  fakeCall(site, 'a1');
  await expect.poll(() => keptOf(driver, site)).toEqual([KEPT]);

  await disableSite(driver, page);

  await expect.poll(() => keptOf(driver, site)).toBeUndefined();
});
