import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { siteStatus } from '../../src/tools/browsers/enable-site.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { pageTexts } from '../../src/pages/parts/texts.ts';
import { popupTexts } from '../../src/pages/popup/texts.ts';
import { iconTexts } from '../../src/sites/texts.ts';
import { hrefOf } from '../../src/extension/routes.ts';
import { welcomeTexts as texts } from '../../src/pages/welcome/texts.ts';
import { reloadExtension } from '../support/driving/background.ts';
import { openPage } from '../support/driving/own-pages.ts';
import { BROWSERS, EITHER, freshBrowser, sharedBrowser } from '../support/browsers.ts';
import { openSite } from '../support/site.ts';
import { badgeTexts } from '../../src/badges/texts.ts';
import { DONE, ROLE, STOP, toolEvent } from './frames.ts';
import { isFocused, reach } from './keyboard.ts';
import { noticeIn } from './notice.ts';
import { serveStreams, type StreamPage } from './stream-site.ts';
import type { Background } from './extension-api.ts';

declare const window: Window & StreamPage;

/** How many tabs show the welcome page. */
function welcomes(driver: Driver): Promise<number> {
  return driver.beside(async () => {
    const { chrome } = globalThis as unknown as Background;
    return (await chrome.tabs.query({})).filter(({ url }) => url?.endsWith('/welcome.html')).length;
  });
}

async function open(driver: Driver, path: string, ready: string): Promise<Page> {
  const page = await openPage(driver, path, ready);
  onTestFinished(() => page.close());
  return page;
}

test.each(BROWSERS)(
  'in %s the welcome page opens once: after the installation, not after an update',
  async (kind) => {
    const driver = await freshBrowser(kind, { welcome: true });
    onTestFinished(() => driver.close());

    await until(async () => (await welcomes(driver)) === 1, 'the welcome page');
    await driver.beside(async () => {
      const { chrome } = globalThis as unknown as Background;
      const shown = (await chrome.tabs.query({})).filter(({ url }) =>
        url?.endsWith('/welcome.html'),
      );
      await chrome.tabs.remove(shown.map(({ id }) => id));
    });
    await reloadExtension(driver);
    await sleep(1500);

    expect(await welcomes(driver)).toBe(0);
  },
);

test.each(EITHER)('in %s the help says what the badges mean', async (kind) => {
  const help = await open(
    await sharedBrowser(kind),
    hrefOf({ section: 'help', site: null }).slice(1),
    '.legend',
  );

  expect(await help.evaluate(() => document.title)).toContain(pageTexts.sections.help);
  const [failed, refused, faked, ran] = await help.evaluate(() =>
    ['failed', 'refused', 'imitated', 'ran'].map(
      (mark) => getComputedStyle(document.querySelector(`[data-mark="${mark}"] dt`)!).color,
    ),
  );
  expect(refused, 'amber, as in the badges').toBe(faked);
  expect(new Set([failed, refused, ran]).size, 'red, amber and grey').toBe(3);
});

test.each(BROWSERS)(
  'in %s the keyboard alone leads from the welcome page to the help, through it, and back',
  async (kind) => {
    const page = await open(await sharedBrowser(kind), 'welcome.html', 'h1');
    await page.bringToFront();

    await reach(page, `a[href$="${hrefOf({ section: 'settings', site: null })}"]`);
    await reach(page, `a[href$="${hrefOf({ section: 'help', site: null })}"]`, true);
    await page.keyboard.press('Enter');
    await until(
      () => page.evaluate(() => document.querySelector('.legend') !== null).catch(() => false),
      'the help',
    );
    const folds = await page.evaluate(() => document.querySelectorAll('summary').length);
    for (let fold = 1; fold <= folds; fold++) {
      await reach(page, 'details:not([open]) > summary');
      await page.keyboard.press('Enter');
      await until(() => isFocused(page, 'details[open] > summary'), `fold ${fold} to open`);
    }
    await reach(page, `pre[aria-label="${texts.licenceText}"]`);
    await reach(page, 'a[href="/welcome.html"]');
    await page.keyboard.press('Enter');
    await until(
      () => page.evaluate(() => location.pathname === '/welcome.html').catch(() => false),
      'the welcome page',
    );

    expect(folds).toBeGreaterThan(2);
  },
);

/** Types an address into the field and presses the button, as a person does. */
async function turnOn(page: Page, address: string): Promise<void> {
  await page.bringToFront();
  await page.type('.address input', address);
  await page.click('.address button');
}

function statusOf(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('.address [role="status"]')?.textContent ?? '');
}

/** Addresses of the tabs that show a site, the active one first. */
function tabsOf(driver: Driver, origin: string): Promise<string[]> {
  return driver.beside(async (start) => {
    const { chrome } = globalThis as unknown as Background;
    const shown = (await chrome.tabs.query({})).filter(({ url }) => url?.startsWith(start));
    return shown
      .toSorted((a, b) => Number(b.active) - Number(a.active))
      .map(({ url, active }) => `${url} ${active}`);
  }, origin);
}

test.each(BROWSERS)(
  'in %s the welcome page turns on a chat that is already open, and shows it',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const site = await serveStreams();
    const chat = await driver.newPage();
    onTestFinished(async () => {
      await chat.close();
      site.close();
    });
    const { origin } = site;
    await chat.goto(origin);
    const page = await open(driver, 'welcome.html', '.address');

    await turnOn(page, new URL(origin).host);
    await until(() => driver.isPromptOpen(), 'the prompt of the browser');
    await driver.answer(true);

    await until(async () => (await siteStatus(driver, origin)).enabled, 'the site to be on');
    await until(
      async () => (await tabsOf(driver, origin)).join() === `${chat.url()} true`,
      'its tab to be shown',
    );
    await expect
      .poll(() => page.$eval('h2', (heading) => heading.textContent))
      .toBe(iconTexts.on(new URL(origin).host));
    const said = (): Promise<string> =>
      page.$eval('.check', ({ textContent }) => textContent ?? '');
    expect(await said()).toBe(texts.waiting);
    expect(await page.$$eval('.ran svg', (marks) => marks.length), 'as in the chat').toBe(0);
    await until(
      async () => (await noticeIn(driver, chat)).includes(badgeTexts.askAgent),
      'the next step in the chat',
    );

    await chat.evaluate(() => window.start('reply'));
    const stream = await site.stream('reply');
    await stream.write(ROLE, toolEvent('a', 'running'), toolEvent('a', 'completed'), STOP, DONE);
    stream.end();
    await expect.poll(said, { timeout: 10_000 }).toBe(texts.seen(badgeTexts.tools(1)));
  },
);

test.each(BROWSERS)(
  'in %s the welcome page opens a chat that is open in no tab, once it is allowed',
  async (kind) => {
    const { driver, page: chat, origin } = await openSite(kind);
    await chat.goto('about:blank');
    const page = await open(driver, 'welcome.html', '.address');

    await turnOn(page, `${origin}/c/1`);
    await until(() => driver.isPromptOpen(), 'the prompt of the browser');
    await driver.answer(true);

    await until(
      async () => (await tabsOf(driver, origin)).join() === `${origin}/c/1 true`,
      'a tab with the chat',
    );
    for (const opened of await driver.browser.pages())
      if (opened.url().startsWith(origin)) await opened.close();
  },
);

test.each(BROWSERS)(
  'in %s the welcome page rejects what is no address, and says if access was denied',
  async (kind) => {
    const { driver, origin } = await openSite(kind);
    const page = await open(driver, 'welcome.html', '.address');

    await turnOn(page, 'my chat');
    await until(
      async () => (await statusOf(page)) === texts.noAddress('localhost:3000'),
      'the hint about addresses',
    );
    await page.evaluate(() => document.querySelector<HTMLInputElement>('.address input')?.select());
    await turnOn(page, origin);
    await until(() => driver.isPromptOpen(), 'the prompt of the browser');
    await driver.answer(false);

    await until(
      async () => (await statusOf(page)) === popupTexts.denied,
      'the message that access was denied',
    );
    expect((await siteStatus(driver, origin)).enabled).toBe(false);
  },
);
