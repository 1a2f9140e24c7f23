import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { statisticsTexts as texts } from '../../src/pages/statistics/texts.ts';
import { hrefOf } from '../../src/extension/routes.ts';
import { lastDays } from '../../src/stats/calendar.ts';
import { chatsKey } from '../../src/stats/chats.ts';
import { figuresKey, type Counts } from '../../src/stats/figures.ts';
import { openPage } from '../support/driving/own-pages.ts';
import { violationsIn } from '../support/axe.ts';
import { BROWSERS, EITHER, sharedBrowser } from '../support/browsers.ts';
import { isFocused, reach } from './keyboard.ts';
import { press, shown, textsOf } from './own-page.ts';
import type { Background } from './extension-api.ts';
import { keep } from './kept-rules.ts';

const SITE = 'http://statistics.example:4100';
/** Another site on the same host. */
const OTHER = 'http://statistics.example:4200';
const READ = '.statistics';

const [TEN_DAYS_AGO = '', YESTERDAY = '', TODAY = ''] = [
  lastDays(11)[0],
  lastDays(2)[0],
  lastDays(1)[0],
];

const DAYS = {
  [TEN_DAYS_AGO]: { markers: 0, tools: 5, imitated: 5 },
  [YESTERDAY]: { markers: 30, tools: 9, imitated: 1 },
};

/** What is stored after a day: yesterday and ten days ago on one site, yesterday on another. */
function storedWith(
  more: Readonly<Record<string, Counts>> = {},
): Readonly<Record<string, unknown>> {
  const time = { calls: 3, sum: 6300, longest: 4200, last: YESTERDAY };
  return {
    [`site:${SITE}`]: { enabled: false, choices: {} },
    [`site:${OTHER}`]: { enabled: false, choices: {} },
    [figuresKey(SITE)]: {
      markers: 30,
      tools: 14,
      imitated: 6,
      recent: { ...DAYS, ...more },
      times: { terminal: time, ls: { ...time, sum: 600, longest: 400 } },
    },
    [figuresKey(OTHER)]: {
      markers: 0,
      tools: 80,
      imitated: 20,
      recent: { [YESTERDAY]: { markers: 0, tools: 80, imitated: 20 } },
      start: { day: TEN_DAYS_AGO, tools: 16, imitated: 4 },
    },
    [chatsKey(SITE)]: [
      {
        chat: 'one',
        healed: Date.now() - 864_000_000,
        before: { calls: 10, imitated: 5 },
        after: { calls: 10, imitated: 1 },
      },
    ],
  };
}

/** Keys of this host in the storage. */
function keysIn(driver: Driver): Promise<string[]> {
  return driver.beside(async () => {
    const { chrome } = globalThis as unknown as Background;
    return Object.keys(await chrome.storage.local.get(null)).filter((key) =>
      key.includes('statistics.example'),
    );
  });
}

async function openStatistics(driver: Driver, site: string | null): Promise<Page> {
  await keep(driver, storedWith());
  onTestFinished(async () => {
    await driver.beside(async () => {
      const { chrome } = globalThis as unknown as Background;
      const keys = Object.keys(await chrome.storage.local.get(null));
      await chrome.storage.local.remove(keys.filter((key) => key.includes('statistics.example')));
    });
  });
  const place = hrefOf({ section: 'settings', card: 'statistics', site });
  const page = await openPage(driver, place.slice(1), READ);
  onTestFinished(() => page.close());
  return page;
}

/** As a double click does. */
async function pressTwice(page: Page, selector: string): Promise<void> {
  await shown(page, selector);
  await page.$eval(selector, (button) => {
    (button as HTMLElement).click();
    (button as HTMLElement).click();
  });
}

/**
 * Waits until these are the calls of the days with any, the latest first: ran, faked and the share
 * of the latter.
 */
async function daysAre(page: Page, days: readonly string[]): Promise<void> {
  await until(
    async () => (await textsOf(page, '[data-fold="days"] td')).join(' ') === days.join(' '),
    `the days ${days.join(', ')}`,
  );
}

/** Bars of the days with any, by their tooltips, oldest first. */
function bars(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.plot > :not(:empty)')].map((day) => day.getAttribute('title')),
  );
}

test.each(BROWSERS)(
  'in %s the statistics of a site are shown, as a chart and as tables, and follow new counts',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const page = await openStatistics(driver, SITE);

    await daysAre(page, ['9', '1', '10%', '5', '5', '50%']);
    expect(await textsOf(page, '.share')).toEqual(['50% before, 10% since']);
    expect((await textsOf(page, '[data-comparison="chats"] + p')).join()).toMatch(
      /^In the chats you cleaned: 5 of 10 calls faked before, 1 of 10 calls since \d/,
    );
    expect(await bars(page)).toEqual([
      expect.stringMatching(/: 5 calls reported, 5 faked calls\.$/),
      expect.stringMatching(/: 9 calls reported, 1 faked call\.$/),
    ]);
    expect(await textsOf(page, '[data-fold="tools"] tbody tr')).toEqual([
      'terminal2.1 s4.2 s3',
      'ls0.2 s0.4 s3',
    ]);

    await keep(driver, storedWith({ [TODAY]: { markers: 2, tools: 3, imitated: 0 } }));
    await daysAre(page, ['3', '0', '0%', '9', '1', '10%', '5', '5', '50%']);
    expect(await violationsIn(page)).toEqual([]);
  },
);

test('in a hidden tab nothing is read; counts made meanwhile are there when it is shown', async () => {
  const driver = await sharedBrowser('chromium');
  const page = await openStatistics(driver, SITE);
  await daysAre(page, ['9', '1', '10%', '5', '5', '50%']);

  /** As the browser reports it for a background tab. */
  function setHidden(hidden: boolean): Promise<void> {
    return page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  }

  await setHidden(true);
  const changed = await page.evaluateHandle(() => {
    const { chrome } = globalThis as unknown as Background;
    return {
      change: new Promise<void>((resolve) => chrome.storage.onChanged.addListener(() => resolve())),
    };
  });
  await keep(driver, storedWith({ [TODAY]: { markers: 0, tools: 3, imitated: 0 } }));
  await changed.evaluate(async ({ change }) => {
    const { chrome } = globalThis as unknown as Background;
    await change;
    // A read caused by the change has its answer before these.
    for (let read = 0; read < 10; read++) await chrome.storage.local.get(null);
  });
  expect(await textsOf(page, '[data-fold="days"] td')).toEqual(['9', '1', '10%', '5', '5', '50%']);

  await setHidden(false);
  await daysAre(page, ['3', '0', '0%', '9', '1', '10%', '5', '5', '50%']);
});

test.each(EITHER)(
  'in %s all sites are added up, and the first week of a site tells without its chats',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const all = await openStatistics(driver, null);
    // Other tests of this browser may have counted too.
    const ran = await all.$$eval(
      '.plot > [title]',
      (days) => /(\d+) calls? reported/.exec(days.at(-2)?.getAttribute('title') ?? '')?.[1],
    );
    expect(Number(ran)).toBeGreaterThanOrEqual(89);
    expect(await violationsIn(all)).toEqual([]);

    const page = await openStatistics(driver, OTHER);
    expect(await textsOf(page, '.share')).toEqual(['20% before, 20% since']);
    expect(await textsOf(page, '[data-comparison="week"] + p')).toEqual([
      'In the first week: 4 of 20 calls faked. Since then: 16 of 80 calls.',
    ]);
  },
);

test.each(EITHER)(
  'in %s the statistics of a site are deleted after saying what will be deleted, and those of another stay',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const page = await openStatistics(driver, SITE);

    await press(page, '[data-step="delete"]');
    await shown(page, '[data-step="delete-now"]');
    expect((await textsOf(page, '.notice p')).join()).toContain(
      '14 calls reported, 6 faked calls, 30 markers removed',
    );
    await press(page, '[data-step="keep"]');
    expect(await keysIn(driver)).toContain(figuresKey(SITE));
    await press(page, '[data-step="delete"]');
    await pressTwice(page, '[data-step="delete-now"]');

    await shown(page, '[data-result="deleted"]');
    await expect
      .poll(() => textsOf(page, '.statistics > p:not([data-result])'))
      .toEqual([texts.empty]);
    expect((await keysIn(driver)).toSorted()).toEqual(
      [figuresKey(OTHER), `site:${OTHER}`, `site:${SITE}`].toSorted(),
    );
    expect(await textsOf(page, '[data-result]')).toEqual([texts.deleted]);
  },
);

test('with the keyboard alone the tables are opened and scrolled, and a deletion is called off', async () => {
  const page = await openStatistics(await sharedBrowser('chromium'), SITE);
  await page.bringToFront();

  // Where the address leads, a person who only has a keyboard goes on.
  await until(() => isFocused(page, '[data-card="statistics"]'), 'the focus on the card');
  for (const fold of ['days', 'tools']) {
    await page.keyboard.press('Tab');
    await expect.poll(() => isFocused(page, `[data-fold="${fold}"] summary`)).toBe(true);
    await page.keyboard.press('Enter');
    await reach(page, `[data-fold="${fold}"][open] .scroll`);
  }
  await reach(page, '[data-step="delete"]');
  await page.keyboard.press('Enter');
  await reach(page, '[data-step="keep"]');
  await page.keyboard.press('Enter');
  await until(() => isFocused(page, '[data-step="delete"]'), 'the focus back');
});
