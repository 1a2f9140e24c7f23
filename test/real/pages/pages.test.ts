import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../../src/badges/look/host-name.ts';
import type { Driver } from '../../../src/tools/browsers/driver.ts';
import { enableSite } from '../../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../../src/tools/browsers/find.ts';
import { until } from '../../../src/tools/browsers/until.ts';
import { readBadges } from '../../../src/tools/demo/badges-seen.ts';
import { POPUP_READY, readPopupCounts } from '../../../src/tools/demo/popup-counts.ts';
import * as replies from '../../support/agent-replies.ts';
import { BROWSERS, sharedBrowser } from '../../support/browsers.ts';
import { startScriptedAgent, type ScriptedAgent } from '../../support/scripted-agent.ts';
import { words } from '../words.ts';
import { copied, editLast, press } from './presses.ts';
import { PAGES, startPage, type ChatPage } from './all-pages.ts';

declare const window: Window & { marked?: boolean };

/** A page may take seconds to begin, or to be ready for the next question. */
const SLOW = { timeout: 30_000, interval: 500 };

let agent: ScriptedAgent;
/** While there is one, replies wait in their middle until it is called. */
let goOn: (() => void) | null = null;
/** The frame with the end of this text comes before that, and two tools. */
const HALF = 'Now a failing one.';

beforeAll(async () => {
  agent = await startScriptedAgent({
    answer: (asked) => replies.answerTo({ ...asked, model: replies.WITH_MARKERS }),
    onWrite: (frame) =>
      goOn && frame.includes('one. ') && new Promise<void>((done) => (goOn = done)),
  });
});

afterAll(() => agent?.close());

/**
 * Answers what the page asks its new visitors. As long as it asks, the chat behind counts as
 * hidden, and no badge has a place there.
 */
async function answerFirst(page: Page, { first }: ChatPage): Promise<void> {
  if (first === undefined) return;
  const button = await page.waitForSelector(`button::-p-text(${first})`, SLOW);
  await button!.click();
  await page.waitForSelector(`button::-p-text(${first})`, { ...SLOW, hidden: true });
}

/** Loads the page again, and notes whether a marker is ever on the screen. */
async function open(page: Page, { input }: ChatPage, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForSelector(input, SLOW);
  await page.evaluate((pattern) => {
    const look = (): void =>
      void (window.marked ||= new RegExp(pattern, 'u').test(document.body.innerText));
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  }, replies.PROGRESS.source);
}

/** @param times how often the end of the reply is on the screen then */
async function ask(
  page: Page,
  { input }: ChatPage,
  question: string,
  reply: string,
  times = 1,
): Promise<void> {
  const before = agent.requests.length;
  // Some ignore what is typed right after a reply.
  for (let tries = 0; tries < 5 && agent.requests.length === before; tries++) {
    await page.click(input, { count: 3 });
    await page.type(input, question);
    await page.keyboard.press('Enter');
    await until(() => agent.requests.length > before, 'the question to arrive', 10_000).catch(
      () => {},
    );
  }
  const end = reply.split('. ').at(-1)!;
  await expect
    .poll(async () => (await shown(page)).split(end).length - 1, SLOW)
    .toBeGreaterThanOrEqual(times);
}

async function shown(page: Page): Promise<string> {
  return words(await page.evaluate(() => document.body.innerText));
}

/** @returns the texts beside which badges are; those in the corner are not among them */
function textsBeside(page: Page): Promise<string[]> {
  return page.$$eval(`body ${HOST_NAME}`, (hosts) =>
    hosts.map((host) => host.parentElement?.innerText ?? ''),
  );
}

/**
 * Of the second reply and a third one: what is copied, what is stopped in its middle, and what
 * replaces that.
 */
async function pressButtons(driver: Driver, page: Page, chat: ChatPage): Promise<void> {
  const { copy, stop, again, edit } = chat.buttons;
  const [, reply] = replies.HERMES_TEXTS;
  let tools = 4;
  const third = (fold: RegExp, text: string) =>
    expect
      .poll(async () => {
        const { running, folds } = await readBadges(driver, page);
        const beside = await textsBeside(page);
        return [running, folds.length, folds[2], beside.length, words(beside[2] ?? '')];
      }, SLOW)
      .toEqual([0, 3, expect.stringMatching(fold), 3, expect.stringContaining(text)]);

  if (copy) expect(words(await copied(page, chat))).toBe(reply);
  if (stop) {
    goOn = () => {};
    await ask(page, chat, 'Run them again', HALF, 2);
    await press(page, stop);
    await third(/^2 tools/, HALF);
    goOn();
    goOn = null;
    tools += 2;
  }
  const before = agent.requests.length;
  if (again) await press(page, again);
  if (edit) expect(words(await editLast(page, chat))).toBe('Run them again');
  if (again || edit) {
    await third(/^3 tools/, reply);
    expect(agent.requests.length).toBe(before + 1);
    expect(agent.requests.at(-1)).toEqual(agent.requests.at(-2));
    tools += 3;
  }
  const popup = await driver.openPopup(page, POPUP_READY);
  await expect.poll(() => readPopupCounts(popup)).toMatchObject({ tools: chat.trims ? 0 : tools });
  await popup.close();
  await page.bringToFront();
}

const ROWS = BROWSERS.flatMap((kind) => PAGES.map((page) => [kind, page.name, page] as const));

test.each<readonly [BrowserKind, string, ChatPage]>(ROWS)(
  'in %s, %s: markers are gone from the screen, the history and a reloaded chat, with badges beside the replies, whatever is pressed',
  { timeout: 300_000 },
  async (kind, _name, chat) => {
    const [FIRST, SECOND] = replies.HERMES_TEXTS;
    const { url, close } = await startPage(
      chat,
      `http://127.0.0.1:${new URL(agent.origin).port}/v1`,
    );
    const driver = await sharedBrowser(kind);
    const page = await driver.newPage();
    onTestFinished(async () => {
      await page.close();
      await close();
    });

    const badges = (folds: readonly RegExp[]) =>
      expect
        .poll(() => readBadges(driver, page), SLOW)
        .toMatchObject({
          running: 0,
          folds: folds.map((fold) => expect.stringMatching(fold) as string),
        });

    await open(page, chat, url);
    await answerFirst(page, chat);
    await ask(page, chat, 'What year is it?', FIRST);
    expect(await page.evaluate(() => window.marked)).toBe(true);
    const before = agent.requests.length;

    await enableSite(driver, page);
    await open(page, chat, url);
    await ask(page, chat, 'What year is it?', FIRST);
    expect(agent.requests[before]).toEqual(agent.requests[before - 1]);
    await badges([/^💻/u]);
    await ask(page, chat, 'Run three commands', SECOND);

    await badges([/^💻/u, /^3 tools/]);
    const beside = async (): Promise<string[][]> =>
      (await textsBeside(page)).map((text) =>
        [FIRST, SECOND].filter((reply) => words(text).includes(reply)),
      );
    // On a busy machine they are in the corner for a moment.
    await expect.poll(beside, SLOW).toEqual([[FIRST], [SECOND]]);
    if (chat.sends) expect(JSON.stringify(agent.requests.at(-1))).not.toMatch(replies.PROGRESS);
    const popup = await driver.openPopup(page, POPUP_READY);
    await expect.poll(() => readPopupCounts(popup)).toMatchObject({ tools: chat.trims ? 0 : 4 });
    await popup.close();
    await page.bringToFront();
    await pressButtons(driver, page, chat);
    expect(await page.evaluate(() => window.marked)).not.toBe(true);
    if (!chat.keeps) return;
    await open(page, chat, page.url());
    await expect.poll(() => shown(page)).toContain(SECOND);
    expect(await shown(page)).not.toMatch(replies.PROGRESS);
  },
);
