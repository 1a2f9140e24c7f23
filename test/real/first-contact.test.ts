/**
 * The first minutes of a person with what they have downloaded: from the archive, unzipped and
 * loaded, to the first badge in a real Open WebUI without the companion. After each press something
 * on the screen says what happened; the pictures are in .demo/first-contact/.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import { badgeTexts } from '../../src/badges/texts.ts';
import { createCompanion } from '../../src/companion/companion.ts';
import {
  companionTexts,
  doneText,
  openWebUiTexts,
  popupTexts,
} from '../../src/pages/popup/texts.ts';
import { welcomeTexts } from '../../src/pages/welcome/texts.ts';
import { iconTexts } from '../../src/sites/texts.ts';
import type { OwnPage } from '../../src/tools/browsers/driver.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { launch } from '../../src/tools/browsers/launch.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { readBadgesByReply } from '../support/badges-by-reply.ts';
import { createOpenWebUiChat } from '../support/open-webui-chat.ts';
import { signIn } from '../../src/tools/demo/sign-in.ts';
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
const [QUESTION = ''] = SCRIPTED_QUESTIONS;
/** A busy machine takes its time over a page, and over a tool. */
const SLOW_MS = 60_000;
/** Lines and badges fade in. */
const DRAWN_MS = 600;

/** As a person has it: an empty folder, into which the archive is unzipped. */
const downloads = mkdtempSync(join(tmpdir(), 'stream-fixer-downloads-'));
const loaded = { chromium: join(downloads, 'stream-fixer-chrome'), firefox: '' };

beforeAll(() => {
  const made = spawnSync(process.execPath, [join(ROOT, 'src/tools/cli/release.ts')], {
    encoding: 'utf8',
  });
  expect(made.stderr).toBe('');
  const release = join(ROOT, '.output/release');
  const [zip, xpi] = [/-chrome-\d.*\.zip$/, /\.xpi$/].map((name) =>
    readdirSync(release).find((file) => name.test(file))!,
  );
  loaded.firefox = join(release, xpi!);
  for (const [path, bytes] of Object.entries(unzipSync(readFileSync(join(release, zip!))))) {
    mkdirSync(dirname(join(downloads, path)), { recursive: true });
    writeFileSync(join(downloads, path), bytes);
  }
  mkdirSync(PICTURES, { recursive: true });
}, 300_000);

afterAll(() => rmSync(downloads, { recursive: true, force: true }));

/**
 * How a person turns it on; members may not install the companion, and need none for an agent of
 * their own.
 */
type Way = 'welcome' | 'popup' | 'member' | 'own';

/** A browser into which it was loaded just now, and what was pressed and said since. */
async function arrive(kind: BrowserKind, way: Way, theme: 'light' | 'dark') {
  const server = await openWebUi(MAIN);
  if (way === 'own') await connectOwn(server);
  const driver = await launch(kind, {
    extension: loaded[kind],
    live: kind === 'chromium',
    welcome: true,
    colorScheme: theme,
    windowSize: { width: 1100, height: 800 },
    // Before it was installed, the person has chatted here.
    async beforeInstall(browser) {
      const [tab = await browser.newPage()] = await browser.pages();
      await signIn(
        tab,
        server.origin,
        way === 'member' || way === 'own' ? server.user : server.admin,
        theme,
      );
      await tab.goto(way === 'welcome' ? 'about:blank' : server.origin);
    },
  });
  onTestFinished(() => driver.close());
  const began = performance.now();
  const welcome = await ownTab(driver, 'welcome.html', '.address');
  const person = createPerson(driver);
  let taken = 0;

  async function picture(what: string, shown: OwnPage | Page): Promise<void> {
    await sleep(DRAWN_MS);
    const path = `${PICTURES}/${kind}-${way}-${theme}-${(taken += 1)}-${what}.png` as const;
    await ('goto' in shown ? shown.screenshot({ path }) : shown.screenshot(path));
  }

  return {
    server,
    welcome,
    driver,
    person,
    picture,
    /** Prints presses and seconds since the extension was loaded. */
    reached(what: string): void {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      printRow(`${kind}, ${way}`, what, `${person.presses.length} presses`, `${seconds} s`);
    },
    /** Waits until a page of ours says so. */
    async reads(page: OwnPage, sentence: string, what: string): Promise<void> {
      const text = (): Promise<string> => page.evaluate(() => document.body.innerText);
      await until(async () => (await text()).includes(sentence), sentence, SLOW_MS);
      await picture(what, page);
    },
    /** Waits until a line of ours in a page of the site says so. */
    async says(page: Page, sentence: string): Promise<void> {
      await until(async () => (await noticeIn(driver, page)).includes(sentence), sentence, SLOW_MS);
      await page.bringToFront();
      await picture('chat', page);
    },
    /** The tab that shows the chat. */
    chat: (): Promise<Page> =>
      until(
        async () =>
          (await driver.browser.pages()).find((page) => page.url().startsWith(server.origin)),
        'the tab of the chat',
        SLOW_MS,
      ),
  };
}

/** Until the test ends, the member has an agent of their own, which the page calls directly. */
async function connectOwn({ user }: Awaited<ReturnType<typeof openWebUi>>): Promise<void> {
  const { hermes } = inject('running');
  await saveSettings(user, [{ url: `${hermes.origin}/v1`, key: hermes.key }]);
  onTestFinished(() => saveSettings(user));
}

type Arrival = Awaited<ReturnType<typeof arrive>>;

async function throughWelcome({ welcome, driver, person, reads, server }: Arrival): Promise<void> {
  await reads(welcome, welcomeTexts.asksNext, 'welcome');
  await person.click('the field', welcome, 'input');
  await welcome.evaluate((text) => {
    const field = document.querySelector('input')!;
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, new URL(server.origin).host);
  await person.click('Turn on and open', welcome, '[type="submit"]');
  expect(await promptText(driver)).toContain(new URL(server.origin).hostname);
  await person.allow();
}

async function throughPopup({ driver, person, reads, server, chat }: Arrival): Promise<void> {
  const popup = await person.openPopup(await chat(), '[role="switch"]');
  await reads(popup, popupTexts.offers, 'popup');
  await person.click('the switch', popup, '[role="switch"]');
  expect(await promptText(driver)).toContain(new URL(server.origin).hostname);
  await person.allow();
  // Firefox leaves it open.
  if (!(await popup.isClosed())) await popup.close();
}

/**
 * Presses the button of the line in the chat.
 * @returns the page that it leads to, once it shows this element
 */
async function follow(
  { driver, person, chat, reached, says }: Arrival,
  line: string,
  shows: string,
): Promise<OwnPage> {
  const page = await chat();
  await says(page, line);
  reached('the chat says that it is on');
  // Whoever does not trust what changed loads the page again, before a line can be read.
  await page.reload();
  await says(page, line);
  const isLeft = async (): Promise<boolean> => !(await noticeIn(driver, page)).includes(line);
  await person.clickOurs('the line', page, 'next', isLeft);
  const popup = await ownTab(driver, 'popup.html', shows);
  reached('the companion is offered');
  return popup;
}

async function installCompanion(arrival: Arrival): Promise<void> {
  const { server, person, reads } = arrival;
  onTestFinished(async () => void (await createCompanion(server.admin.call).remove()));
  const page = await follow(arrival, openWebUiTexts.addsBadges, '[data-step="confirm"]');
  await reads(page, companionTexts.confirm.install(new URL(server.origin).host), 'source');
  await person.click('Install on the server', page, '[data-step="confirm"]');
  await reads(page, doneText('install'), 'installed');
}

async function askAdmin(arrival: Arrival): Promise<void> {
  const { driver, server, person, reads } = arrival;
  const page = await follow(arrival, openWebUiTexts.askAdmin, '[data-step="copy"]');
  // Firefox copies only for a press in the page that copies.
  if (driver.kind === 'firefox') await person.click('Copy a message', page, '[data-step="copy"]');
  await reads(page, companionTexts.messageCopied, 'message');
  await connectOwn(server);
  await beginOwn(arrival);
}

/**
 * Nothing has to be installed for an agent of one's own, and neither the page nor the popup asks
 * for it.
 */
async function askNobody(arrival: Arrival): Promise<void> {
  const { driver, chat, says } = arrival;
  const page = await chat();
  await says(page, badgeTexts.askAgent);
  const popup = await driver.openPopup(page, '.open-webui');
  expect(await popup.text('.works')).toBe(popupTexts.noReply);
  await popup.close();
  await beginOwn(arrival);
}

async function beginOwn({ chat, server }: Arrival): Promise<void> {
  await createOpenWebUiChat(await chat(), server.origin).begin({
    models: [`${DIRECT_PREFIX}.hermes-agent`],
  });
}

const AFTER_ALLOW = {
  welcome: installCompanion,
  popup: installCompanion,
  member: askAdmin,
  own: askNobody,
};

/** Asks for a tool. */
async function untilBadge({
  driver,
  person,
  picture,
  reached,
  server,
  chat,
}: Arrival): Promise<void> {
  const page = await chat();
  await page.bringToFront();
  await page.type('#chat-input', QUESTION);
  await person.key('Send', page, 'Enter');
  await until(async () => (await readBadgesByReply(driver, page)).length > 0, 'a badge', SLOW_MS);
  reached('the first badge');
  await picture('badge', page);
  await createOpenWebUiChat(page, server.origin).untilDone(1);
  await picture('reply', page);
  const [host, reply] = await page.evaluate((name) => {
    const found = [...document.querySelectorAll(`.chat-assistant ${name}`)].at(-1)!;
    return [found, found.closest('.chat-assistant')!].map(
      (one) => one.getBoundingClientRect().toJSON() as DOMRect,
    );
  }, HOST_NAME);
  expect([
    host!.height > 10,
    host!.left >= reply!.left - 1,
    host!.right <= reply!.right + 1,
  ]).toEqual([true, true, true]);
}

/** The welcome page has seen the tool, too. */
async function lookBack({ driver, server, reads }: Arrival): Promise<void> {
  await driver.beside(async () => {
    const { tabs } = (globalThis as unknown as Background).chrome;
    const found = (await tabs.query({})).find(({ url }) => url?.endsWith('welcome.html'));
    await tabs.update(found!.id, { active: true });
  });
  const welcome = await ownTab(driver, 'welcome.html', '.check');
  await reads(welcome, iconTexts.on(new URL(server.origin).host), 'on');
  await reads(welcome, welcomeTexts.seen(badgeTexts.tools(1)), 'seen');
}

test.each<[BrowserKind, Way, 'light' | 'dark', readonly string[]]>([
  [
    'chromium',
    'welcome',
    'light',
    ['the field', 'Turn on and open', 'Allow', 'the line', 'Install on the server', 'Send'],
  ],
  [
    'firefox',
    'welcome',
    'dark',
    ['the field', 'Turn on and open', 'Allow', 'the line', 'Install on the server', 'Send'],
  ],
  [
    'chromium',
    'popup',
    'dark',
    ['the icon', 'the switch', 'Allow', 'the line', 'Install on the server', 'Send'],
  ],
  [
    'firefox',
    'popup',
    'light',
    ['the icon', 'the switch', 'Allow', 'the line', 'Install on the server', 'Send'],
  ],
  ['chromium', 'member', 'light', ['the icon', 'the switch', 'Allow', 'the line', 'Send']],
  [
    'firefox',
    'member',
    'dark',
    ['the icon', 'the switch', 'Allow', 'the line', 'Copy a message', 'Send'],
  ],
  ['chromium', 'own', 'light', ['the icon', 'the switch', 'Allow', 'Send']],
  ['firefox', 'own', 'dark', ['the icon', 'the switch', 'Allow', 'Send']],
])(
  'in %s, by way of %s, to the first badge (%s)',
  { timeout: 300_000 },
  async (kind, way, theme, presses) => {
    const arrival = await arrive(kind, way, theme);
    await (way === 'welcome' ? throughWelcome : throughPopup)(arrival);
    await AFTER_ALLOW[way](arrival);
    await untilBadge(arrival);
    if (way === 'welcome') await lookBack(arrival);
    expect(arrival.person.presses).toEqual(presses);
  },
);
