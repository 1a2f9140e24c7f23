/**
 * Five tasks as a person does them, from their start, with the number of presses that each takes,
 * and the questions of one who does not know the extension, each answered by a line of README or by
 * the popup, after one press at most.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { badgeTexts } from '../../src/badges/texts.ts';
import type { Driver, OwnPage } from '../../src/tools/browsers/driver.ts';
import { enableSite, siteStatus } from '../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { COMPANION_SOURCE } from '../../src/companion/source.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { healingTexts } from '../../src/healing/texts.ts';
import { companionTexts, helpTexts, popupTexts } from '../../src/pages/popup/texts.ts';
import { adminMessage } from '../../src/pages/popup/open-webui/admin-message.ts';
import { openPage, ownTab } from '../support/driving/own-pages.ts';
import { BROWSERS, EITHER, freshBrowser } from '../support/browsers.ts';
import { chatsOf, replies } from '../support/chats-behind.ts';
import { savesFiles } from '../support/downloads.ts';
import { MEMBER } from '../support/open-webui-api.ts';
import { createPerson, type Person } from '../support/person.ts';
import { openSite } from '../support/site.ts';
import { switchOn } from '../support/switch-on.ts';
import { expectWarnings } from '../support/warnings.ts';
import { enabledSite, fakeCall, openChat } from './faked-chat.ts';
import { signIn } from './signed-in.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/**
 * A chat at an IP address and a port, as in a home network, and a browser in which no site is on.
 */
async function openLanChat(kind: BrowserKind) {
  const driver = await freshBrowser(kind);
  onTestFinished(() => driver.close());
  return openSite(kind, { driver, hostname: '127.0.0.1' });
}

/** Milliseconds in which something happens on a busy machine, too. */
const SLOW_MS = 15_000;

async function isOn(driver: Driver, origin: string): Promise<boolean> {
  const { enabled, permitted, registered } = await siteStatus(driver, origin);
  return enabled && permitted && registered;
}

test.each(BROWSERS)(
  'in %s the chat in my network is turned on from the welcome page: 3 presses',
  async (kind) => {
    const { driver, origin } = await openLanChat(kind);
    // As it is shown after the installation.
    const welcome = await openPage(driver, 'welcome.html', '.address');
    await welcome.bringToFront();
    const me = createPerson(driver);

    await me.click('the field', welcome, '.address input');
    await me.write(welcome, new URL(origin).host);
    await me.key('Enter', welcome, 'Enter');
    await until(() => driver.isPromptOpen(), 'the prompt of the browser', SLOW_MS);
    await me.allow();

    await until(() => isOn(driver, origin), 'the chat to be on', SLOW_MS);
    expect(me.presses).toEqual(['the field', 'Enter', 'Allow']);
  },
);

test.each(BROWSERS)(
  'in %s the chat in my network is turned on from the popup: 3 presses',
  async (kind) => {
    const { driver, page, origin } = await openLanChat(kind);

    expect(await switchOn(driver, page)).toEqual(['the icon', 'the switch', 'Allow']);

    await until(() => isOn(driver, origin), 'the chat to be on', SLOW_MS);
  },
);

test.each(EITHER)(
  'in %s a warning names the call that was faked, and 1 press says why it is there',
  async (kind) => {
    const { site, driver } = await enabledSite(kind);
    const page = await openChat(driver, site, 'why');
    const said = async (): Promise<string> => (await readBadges(driver, page)).said.join();
    fakeCall(site, 'a1');
    await expectWarnings(driver, page, ['a1']);
    const me = createPerson(driver);

    await expect.poll(said, { timeout: SLOW_MS }).toContain(badgeTexts.fakedCall('⏰ list'));
    expect(me.presses).toEqual([]);
    expect(await said()).not.toContain(badgeTexts.because);
    await me.clickOurs('Why?', page, 'action', async () =>
      (await said()).includes(badgeTexts.because),
    );

    expect(me.presses).toEqual(['Why?']);
  },
);

test.each<readonly [question: string, answer: RegExp]>([
  ['What is it for?', /^\*\*Your agent said "All done"\. Was it\?\*\*$/m],
  ['Do I need it?', /^You need it if your Open WebUI, or another chat page, talks to /m],
  ['Does it work with mine?', /^Your versions: .*\[Where it works\]\(docs\/where-it-works\.md\)/m],
  ['Which part do I need?', /^- \*\*Open WebUI:\*\* this extension, and the \[companion\]/m],
  ['How do I install it in Chrome?', /^- \*\*Chrome, Edge, Chromium:\*\* unzip /m],
  ['How do I install it in Firefox?', /^- \*\*Firefox 142 or later:\*\* save /m],
  ['Is my data safe?', /^- \*\*Is my data safe\?\*\* .* nowhere else/m],
  ['Why is there no badge?', /^- \*\*Why is there no badge\?\*\* Click the icon, then "Help"/m],
  ['What does a check mark mean?', /^- \*\*What does a check mark mean\?\*\* .*succeeded/m],
  [
    'How do I clean a chat?',
    /^- \*\*How do I clean a chat, and undo it\?\*\* .*"Clean this chat"/m,
  ],
  [
    'How do I remove it?',
    /^- \*\*How do I update or remove it\?\*\* .*\(docs\/using\.md#removing\)/m,
  ],
  ['Where do I report?', /^- \*\*Something is wrong\?\*\* .*"Copy report".*issue/m],
])('a line of README answers: %s', (_question, answer) => {
  expect(README).toMatch(answer);
});

test.each(BROWSERS)(
  'in %s the popup says why it asks for access, where chats go and that it works, and 1 press why it does nothing',
  async (kind) => {
    const { driver, page } = await openLanChat(kind);
    const me = createPerson(driver);

    const off = await me.openPopup(page, '.asks');
    expect(await off.text('.offer')).toBe(
      popupTexts.offers + popupTexts.asksFirst.replaceAll('**', ''),
    );
    await off.close();
    await enableSite(driver, page);
    await page.bringToFront();
    const on = await me.openPopup(page, '.works .active');
    // First it says only that the site is on: the page has not answered yet.
    await expect.poll(() => on.text('.works')).toBe(popupTexts.noReply);
    await me.click('Help', on, '[data-step="help"]');
    await until(() => on.text('.cause'), 'the cause', SLOW_MS);

    expect(await on.text('.cause')).toBe(helpTexts.noReply);
    expect(await on.text('[data-step="copy-report"]')).toBe(helpTexts.copy);
    expect(me.presses).toEqual(['the icon', 'the icon', 'Help']);
  },
);

test.each(BROWSERS)('in %s my old chat is cleaned: 3 presses', async (kind) => {
  const chats = chatsOf([{ title: 'Reminders', turns: 12 }]);
  const { driver, page } = await signIn(kind, MEMBER, { path: '/c/chat-1', chats });
  const me = createPerson(driver);
  expect(replies(chats, 'chat-1')).toContain('⏰ list');

  const popup = await me.openPopup(page, '[data-chat="marked"]');
  await me.click('Clean this chat…', popup, '.stored [data-step="heal"]');
  const cleaning = await ownTab(driver, 'healing.html', 'del');
  onTestFinished(() => cleaning.close());
  // Whether that is safe.
  expect(await cleaning.evaluate(() => document.body.textContent)).toContain(healingTexts.undoable);
  await me.click('Clean 1 chat', cleaning, '[data-step="heal"]');

  await until(
    () => cleaning.evaluate(() => document.querySelector('[data-outcome="healed"]') !== null),
    'the outcome',
    SLOW_MS,
  );
  expect(replies(chats, 'chat-1')).not.toContain('⏰ list');
  expect(me.presses).toEqual(['the icon', 'Clean this chat…', 'Clean 1 chat']);
});

/**
 * Waits for the words which say that the text is on the clipboard: before them, an older text still
 * is.
 */
async function showsCopied(popup: OwnPage, words: string): Promise<void> {
  const shown = () => popup.text('.page [role="status"]:not(.cause)').catch(() => '');
  await until(async () => (await shown()).includes(words), 'that it is copied', SLOW_MS);
}

/** Pastes into an empty field of the page, as into an email. @returns its content */
async function paste(page: Page, me: Person): Promise<string> {
  await page.bringToFront();
  await page.evaluate(() => document.body.prepend(document.createElement('textarea')));
  await page.focus('textarea');
  await page.keyboard.down('Control');
  await me.key('Ctrl+V', page, 'v', { commands: ['paste'] });
  await page.keyboard.up('Control');
  return until(() => page.$eval('textarea', ({ value }) => value), 'the text that was pasted');
}

test.each(BROWSERS)(
  'in %s my admin gets a message with everything to do: 2 presses, and one to paste',
  async (kind) => {
    const { driver, page, server } = await signIn(kind, MEMBER);
    const me = createPerson(driver);

    const popup = await me.openPopup(page, '[data-step="install"]');
    await me.click('Copy a message for my admin', popup, '[data-step="install"]');
    await showsCopied(popup, companionTexts.messageCopied);
    const message = await paste(page, me);

    expect(message).toBe(adminMessage('install', new URL(server.origin).host));
    expect(message).toContain(COMPANION_SOURCE);
    expect(me.presses).toEqual(['the icon', 'Copy a message for my admin', 'Ctrl+V']);
  },
);

test.each(EITHER)(
  'in %s my settings are saved to a file from the popup of any chat: 3 presses',
  async (kind) => {
    const { driver, page } = await openSite(kind);
    await enableSite(driver, page);
    const savedFile = await savesFiles(driver, '.json');
    const me = createPerson(driver);

    const popup = await me.openPopup(page, 'footer a');
    await me.click('Settings', popup, 'footer a[href*="#settings"]');
    const settings = await ownTab(driver, 'options.html', '[data-step="export"]');
    onTestFinished(() => settings.close());
    await me.click('Export', settings, '[data-step="export"]');

    const { text } = await savedFile();
    expect(JSON.parse(text)).toMatchObject({ format: 'stream-fixer-settings', version: 1 });
    expect(me.presses).toEqual(['the icon', 'Settings', 'Export']);
  },
);

test.each(EITHER)(
  'in %s statistics are 2 presses from the popup, rules and inspector 3, and a report is 2 and one to paste',
  async (kind) => {
    const { driver, page } = await openSite(kind);
    await enableSite(driver, page);
    const me = createPerson(driver);

    const first = await me.openPopup(page, '.more > summary');
    await me.click('More', first, '.more > summary');
    await me.click('Statistics', first, '.ways a');
    const statistics = await ownTab(driver, 'options.html', '.statistics');
    await expect
      .poll(() => statistics.evaluate(() => document.activeElement?.getAttribute('data-card')))
      .toBe('statistics');
    await statistics.close();

    for (const section of ['Rules', 'Inspector']) {
      await page.bringToFront();
      const popup = await me.openPopup(page, 'footer a');
      await me.click('Settings', popup, 'footer a[href*="#settings"]');
      const settings = await ownTab(driver, 'options.html', '[data-setting="badges"]');
      await me.click('Advanced', settings, 'nav summary');
      await me.click(section, settings, `nav a[href^="#${section.toLowerCase()}"]`);
      await until(async () => (await settings.text('h1')) === section, section, SLOW_MS);
      await settings.close();
    }

    await page.bringToFront();
    const last = await me.openPopup(page, '.works .active');
    await me.click('Help', last, '[data-step="help"]');
    await me.click('Copy report', last, '[data-step="copy-report"]');
    await showsCopied(last, helpTexts.copied);
    await last.close();
    expect(JSON.parse(await paste(page, me))).toMatchObject({ site: 'on', lastReply: null });
    const { length } = me.presses;
    expect(me.presses.slice(0, 3)).toEqual(['the icon', 'More', 'Statistics']);
    expect(me.presses.slice(3, 7)).toEqual(['the icon', 'Settings', 'Advanced', 'Rules']);
    expect(me.presses.slice(length - 4)).toEqual(['the icon', 'Help', 'Copy report', 'Ctrl+V']);
  },
);
