/**
 * The first minutes of a person with what they have downloaded: from the archive, unzipped and loaded, to the first
 * badge in a real Open WebUI without the companion. After each press something on the screen says what happened; the
 * pictures are in .demo/first-contact/.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { badgeTexts } from '../../src/badges/texts.ts';
import { createCompanion } from '../../src/companion/companion.ts';
import { message } from '../../src/languages/messages.ts';
import { companionTexts, openWebUiTexts, popupTexts } from '../../src/pages/popup/texts.ts';
import { welcomeTexts } from '../../src/pages/welcome/texts.ts';
import { iconTexts } from '../../src/sites/texts.ts';
import type { Driver, OwnPage } from '../../src/tools/browsers/driver.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { launch } from '../../src/tools/browsers/launch.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { readBadgesByReply } from '../../src/tools/demo/badges-seen.ts';
import { createOpenWebUiChat, signIn } from '../../src/tools/demo/open-webui-chat.ts';
import type { Account } from '../../src/tools/demo/servers/open-webui-api.ts';
import { SCRIPTED_QUESTIONS } from '../../src/tools/demo/servers/scripted-model.ts';
import { noticeIn } from '../e2e/notice.ts';
import type { Background } from '../e2e/extension-api.ts';
import { ownTab } from '../support/driving/own-pages.ts';
import { promptText } from '../support/driving/prompt-text.ts';
import { createPerson } from '../support/person.ts';
import { printRow } from './asking.ts';
import { DIRECT_PREFIX, saveSettings } from './open-webui-data.ts';
import { openWebUi } from './servers.ts';
import { MAIN } from './versions.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PICTURES = join(ROOT, '.demo/first-contact');
const HERMES = 'hermes-agent';
const [QUESTION = ''] = SCRIPTED_QUESTIONS;
/** A busy machine takes its time over a page, and over a tool. */
const SLOW_MS = 60_000;
/** Lines and badges fade in. */
const DRAWN_MS = 600;

/** As a person has it: an empty folder, into which the archive is unzipped. */
const downloads = mkdtempSync(join(tmpdir(), 'stream-fixer-downloads-'));
const loaded = { chromium: join(downloads, 'stream-fixer-chrome'), firefox: '' };

beforeAll(() => {
  const made = spawnSync(process.execPath, [join(ROOT, 'src/tools/cli/release.ts')], { encoding: 'utf8' });
  expect(made.stderr).toBe('');
  const release = join(ROOT, '.output/release');
  const find = (pattern: RegExp): string =>
    join(
      release,
      readdirSync(release).find((name) => pattern.test(name))!,
    );
  loaded.firefox = find(/\.xpi$/);
  for (const [path, bytes] of Object.entries(unzipSync(readFileSync(find(/-chrome-\d.*\.zip$/))))) {
    mkdirSync(dirname(join(downloads, path)), { recursive: true });
    writeFileSync(join(downloads, path), bytes);
  }
  mkdirSync(PICTURES, { recursive: true });
}, 300_000);

afterAll(() => rmSync(downloads, { recursive: true, force: true }));

type Theme = 'light' | 'dark';

/** A browser into which it was loaded just now, and what was pressed and said since. */
async function arrive(kind: BrowserKind, theme: Theme, account: 'admin' | 'user', name: string) {
  const server = await openWebUi(MAIN);
  const driver = await launch(kind, {
    extension: loaded[kind],
    live: kind === 'chromium',
    welcome: true,
    colorScheme: theme,
    windowSize: { width: 1100, height: 800 },
    // Before it was installed, the person has chatted here.
    async beforeInstall(browser) {
      const [tab = await browser.newPage()] = await browser.pages();
      await signIn(tab, server.origin, server[account], theme);
      await tab.goto(name === 'welcome' ? 'about:blank' : server.origin);
    },
  });
  onTestFinished(() => driver.close());
  const began = performance.now();
  const welcome = await ownTab(driver, 'welcome.html', '.address');
  const person = createPerson(driver);
  let taken = 0;

  /** What a page says now is read, and kept as a picture. */
  async function picture(what: string, shown: OwnPage | Page): Promise<void> {
    await sleep(DRAWN_MS);
    const path = `${PICTURES}/${kind}-${name}-${theme}-${(taken += 1)}-${what}.png` as const;
    await ('goto' in shown ? shown.screenshot({ path }) : shown.screenshot(path));
  }

  /** One line of the table that is printed: presses and seconds since the extension was loaded. */
  function reached(what: string): void {
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    printRow(`${kind}, ${name}`, what, `${person.presses.length} presses`, `${seconds} s`, person.presses.join(', '));
  }

  /** Waits until a line of ours in the page says so. */
  async function says(page: Page, sentence: string): Promise<void> {
    await until(async () => (await noticeIn(driver, page)).includes(sentence), sentence, SLOW_MS);
  }

  return { server, account: server[account], welcome, driver, person, picture, reached, says };
}

type Arrival = Awaited<ReturnType<typeof arrive>>;

/** The tab that shows the chat. */
function chatIn({ browser }: Driver, origin: string): Promise<Page> {
  return until(
    async () => (await browser.pages()).find((page) => page.url().startsWith(origin)),
    `a tab with ${origin}`,
    SLOW_MS,
  );
}

/** On a page of ours, waits for a sentence. */
async function reads(page: OwnPage, sentence: string): Promise<void> {
  await until(async () => (await page.evaluate(() => document.body.innerText)).includes(sentence), sentence, SLOW_MS);
}

/** Through the welcome page, which is in front. @returns the chat */
async function throughWelcome({ welcome, driver, person, picture, server, says, reached }: Arrival): Promise<Page> {
  const { host, hostname } = new URL(server.origin);
  await reads(welcome, welcomeTexts.asksNext);
  await picture('welcome', welcome);
  await person.click('the field', welcome, 'input');
  await welcome.evaluate((text) => {
    const field = document.querySelector('input')!;
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, host);
  await person.click('Turn on and open', welcome, '[type="submit"]');
  expect(await promptText(driver)).toContain(hostname);
  await picture('prompt', welcome);
  await person.allow();
  const chat = await chatIn(driver, server.origin);
  await says(chat, badgeTexts.installCompanion);
  reached('the chat says that it is on');
  await picture('chat', chat);
  return chat;
}

/** Through the popup, on the chat that is open. @returns the chat */
async function throughPopup(arrival: Arrival, chat: Page, sentence: string): Promise<void> {
  const { driver, person, picture, server, says, reached } = arrival;
  const popup = await person.openPopup(chat, '[role="switch"]');
  await reads(popup, popupTexts.offers);
  await picture('popup', popup);
  await person.click('the switch', popup, '[role="switch"]');
  expect(await promptText(driver)).toContain(new URL(server.origin).hostname);
  await person.allow();
  await says(chat, sentence);
  reached('the chat says that it is on');
  if (!(await popup.isClosed())) await popup.close();
  await chat.bringToFront();
  await picture('chat', chat);
}

/** From the line in the chat to the companion on the server. */
async function installCompanion({ driver, person, picture, server, reached }: Arrival, chat: Page): Promise<void> {
  const { host } = new URL(server.origin);
  const isLeft = async (): Promise<boolean> => !(await noticeIn(driver, chat)).includes(badgeTexts.installCompanion);
  await person.clickOurs('Install companion', chat, 'next', isLeft);
  const page = await ownTab(driver, 'popup.html', 'main:not(.opening)');
  await reads(page, openWebUiTexts.addsBoth);
  reached('the companion is offered');
  await picture('offer', page);
  await person.click('Install companion', page, '[data-step="install"]');
  await reads(page, companionTexts.confirm.install(host));
  await picture('source', page);
  await person.click('Install on the server', page, '[data-step="confirm"]');
  await reads(page, companionTexts.done.install);
  await reads(page, badgeTexts.askAgent);
  await picture('installed', page);
  await chat.bringToFront();
}

/** Asks for a tool. */
async function untilBadge({ driver, person, picture, reached }: Arrival, chat: Page): Promise<void> {
  const talk = createOpenWebUiChat(chat, new URL(chat.url()).origin);
  await chat.type('#chat-input', QUESTION);
  await person.key('Send', chat, 'Enter');
  await until(async () => (await readBadgesByReply(driver, chat)).length > 0, 'a badge', SLOW_MS);
  reached('the first badge');
  await picture('badge', chat);
  await talk.untilDone(1);
  await picture('reply', chat);
}

/** Shows a tab of ours again. */
async function bringToFront(driver: Driver, path: string): Promise<void> {
  await driver.background(async (end) => {
    const { chrome } = globalThis as unknown as Background;
    const found = (await chrome.tabs.query({})).find(({ url }) => url?.endsWith(end));
    await chrome.tabs.update(found!.id, { active: true });
  }, path);
}

async function removeCompanion({ call }: Account): Promise<void> {
  await createCompanion(call).remove();
}

test.each<[BrowserKind, Theme]>([
  ['chromium', 'light'],
  ['firefox', 'dark'],
])('in %s the welcome page leads to the first badge (%s)', { timeout: 300_000 }, async (kind, theme) => {
  const arrival = await arrive(kind, theme, 'admin', 'welcome');
  onTestFinished(() => removeCompanion(arrival.account));
  const { driver, person, picture, server } = arrival;
  const chat = await throughWelcome(arrival);
  await installCompanion(arrival, chat);
  await untilBadge(arrival, chat);
  await bringToFront(driver, 'welcome.html');
  const after = await ownTab(driver, 'welcome.html', '.check');
  await reads(after, iconTexts.on(new URL(server.origin).host));
  await reads(after, welcomeTexts.seen(badgeTexts.tools(1)));
  await picture('seen', after);
  expect(person.presses).toEqual([
    'the field',
    'Turn on and open',
    'Allow',
    'Install companion',
    'Install companion',
    'Install on the server',
    'Send',
  ]);
});

test.each<[BrowserKind, Theme]>([
  ['chromium', 'dark'],
  ['firefox', 'light'],
])('in %s the popup on the open chat leads to the first badge (%s)', { timeout: 300_000 }, async (kind, theme) => {
  const arrival = await arrive(kind, theme, 'admin', 'popup');
  onTestFinished(() => removeCompanion(arrival.account));
  const chat = await chatIn(arrival.driver, arrival.server.origin);
  await throughPopup(arrival, chat, badgeTexts.installCompanion);
  // Whoever does not trust what changed loads the page again, before a line can be read.
  await chat.reload();
  await arrival.says(chat, badgeTexts.installCompanion);
  await installCompanion(arrival, chat);
  await untilBadge(arrival, chat);
  expect(arrival.person.presses).toEqual([
    'the icon',
    'the switch',
    'Allow',
    'Install companion',
    'Install companion',
    'Install on the server',
    'Send',
  ]);
});

test.each<[BrowserKind, Theme]>([
  ['chromium', 'light'],
  ['firefox', 'dark'],
])(
  'in %s a member gets a message for the admin, and a badge over a direct connection (%s)',
  { timeout: 300_000 },
  async (kind, theme) => {
    const arrival = await arrive(kind, theme, 'user', 'member');
    const { driver, server, person, picture, reached } = arrival;
    const { hermes } = inject('running');
    await saveSettings(server.user, [{ url: `${hermes.origin}/v1`, key: hermes.key }]);
    const chat = await chatIn(driver, server.origin);
    await throughPopup(arrival, chat, badgeTexts.companionForAdmin);
    const isLeft = async (): Promise<boolean> => !(await noticeIn(driver, chat)).includes(badgeTexts.companionForAdmin);
    await person.clickOurs('Message for my admin', chat, 'next', isLeft);
    const page = await ownTab(driver, 'popup.html', '[data-step="install"]');
    reached('the message for the admin is offered');
    await picture('offer', page);
    await person.click('Copy a message', page, '[data-step="install"]');
    await reads(page, companionTexts.messageCopied);
    await picture('message', page);
    await createOpenWebUiChat(chat, server.origin).begin({ models: [`${DIRECT_PREFIX}.hermes-agent`] });
    await untilBadge(arrival, chat);
    expect(person.presses).toEqual([
      'the icon',
      'the switch',
      'Allow',
      'Message for my admin',
      'Copy a message',
      'Send',
    ]);
  },
);
