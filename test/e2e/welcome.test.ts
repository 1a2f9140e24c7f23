import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/browsers/driver.ts';
import { sleep, until } from '../../src/browsers/until.ts';
import { hrefOf } from '../../src/sites/section.ts';
import { welcomeTexts as texts } from '../../src/pages/welcome/texts.ts';
import { violationsIn } from '../support/axe.ts';
import { BROWSERS, freshBrowser, sharedBrowser } from '../support/browsers.ts';
import { isFocused, reach } from './keyboard.ts';

/** What is asked of the extension's background. */
interface Background {
  readonly chrome: {
    readonly tabs: {
      query(query: object): Promise<readonly { id: number; url?: string }[]>;
      remove(ids: number[]): Promise<void>;
    };
  };
}

/** How many tabs show the welcome page. */
function welcomes(driver: Driver): Promise<number> {
  return driver.background(async () => {
    const { chrome } = globalThis as unknown as Background;
    return (await chrome.tabs.query({})).filter(({ url }) => url?.endsWith('/welcome.html')).length;
  });
}

async function open(driver: Driver, path: string, ready: string): Promise<Page> {
  const page = await driver.openPage(path, ready);
  onTestFinished(() => page.close());
  return page;
}

test.each(BROWSERS)('in %s the welcome page opens once: after the installation, not after an update', async (kind) => {
  const driver = await freshBrowser(kind, { welcome: true });
  onTestFinished(() => driver.close());

  await until(async () => (await welcomes(driver)) === 1, 'the welcome page');
  await driver.background(async () => {
    const { chrome } = globalThis as unknown as Background;
    const shown = (await chrome.tabs.query({})).filter(({ url }) => url?.endsWith('/welcome.html'));
    await chrome.tabs.remove(shown.map(({ id }) => id));
  });
  await driver.reloadExtension();
  await sleep(1500);

  expect(await welcomes(driver)).toBe(0);
});

test.each(BROWSERS)('in %s axe has nothing against the welcome page and the help, folded or not', async (kind) => {
  const driver = await sharedBrowser(kind);

  const welcome = await open(driver, 'welcome.html', 'h1');
  expect(await violationsIn(welcome)).toEqual([]);
  const help = await open(driver, hrefOf({ section: 'help', site: null }).slice(1), '.legend');
  expect(await violationsIn(help)).toEqual([]);
  await help.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
  });
  expect(await violationsIn(help)).toEqual([]);
});

test.each(BROWSERS)('in %s both pages fit every width', async (kind) => {
  const driver = await sharedBrowser(kind);
  const pages = [
    await open(driver, 'welcome.html', 'h1'),
    await open(driver, hrefOf({ section: 'help', site: null }).slice(1), '.legend'),
  ];

  for (const page of pages) {
    for (const width of [320, 360, 800]) {
      // Firefox's scroll bar takes its room from the page; on phones it takes none.
      const bar = await page.evaluate(() => innerWidth - document.documentElement.clientWidth);
      await page.setViewport({ width: width + bar, height: 700 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0);
    }
  }
});

test.each(BROWSERS)('in %s the help names the key that opens the popup', async (kind) => {
  const help = await open(await sharedBrowser(kind), hrefOf({ section: 'help', site: null }).slice(1), '.legend');

  await expect
    .poll(() => help.evaluate(() => document.querySelector('.help')?.textContent ?? ''))
    .toMatch(/Alt\+Shift\+K|⌥⇧K|No key opens/);
  expect(await help.evaluate(() => document.title)).toContain(texts.helpTitle);
});

test.each(BROWSERS)(
  'in %s the keyboard alone leads from the welcome page to the help, through it, and back',
  async (kind) => {
    const page = await open(await sharedBrowser(kind), 'welcome.html', 'h1');
    await page.bringToFront();

    await reach(page, `a[href$="${hrefOf({ section: 'settings', site: null })}"]`);
    await reach(page, `a[href$="${hrefOf({ section: 'help', site: null })}"]`, true);
    await page.keyboard.press('Enter');
    await until(() => page.evaluate(() => document.querySelector('.legend') !== null).catch(() => false), 'the help');
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
