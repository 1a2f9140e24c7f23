import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { statisticsTexts as texts } from '../../src/pages/statistics/texts.ts';
import { hrefOf } from '../../src/extension/routes.ts';
import { NO_FIGURES, type DayFigures } from '../../src/stats/day.ts';
import { lastDays } from '../../src/stats/read-figures.ts';
import { chatsKey, dayKey, totalsKey } from '../../src/stats/keys.ts';
import { violationsIn } from '../support/axe.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import { isFocused, reach } from './keyboard.ts';

const SITE = 'http://statistics.example:4100';
/** Another site on the same host. */
const OTHER = 'http://statistics.example:4200';
const READ = '[data-state="read"]';
const PLOT = `${READ} .plot`;

const [TEN_DAYS_AGO = '', YESTERDAY = '', TODAY = ''] = [lastDays(11)[0], lastDays(2)[0], lastDays(1)[0]];

const YESTERDAYS: DayFigures = {
  ...NO_FIGURES,
  replies: 12,
  markers: 30,
  tools: 9,
  imitated: 1,
  bytes: 4200,
  repairs: { 'finish-missing': 4 },
  times: { terminal: { calls: 3, sum: 6300, longest: 4200 } },
};

/** Content of the storage: yesterday and ten days ago on one site, yesterday on another. */
const STORED: Readonly<Record<string, unknown>> = {
  [`site:${SITE}`]: { enabled: false, choices: {} },
  [`site:${OTHER}`]: { enabled: false, choices: {} },
  [dayKey(SITE, YESTERDAY)]: YESTERDAYS,
  [dayKey(SITE, TEN_DAYS_AGO)]: { ...NO_FIGURES, replies: 5, tools: 5, imitated: 5, healed: 1 },
  [dayKey(OTHER, YESTERDAY)]: { ...NO_FIGURES, replies: 100 },
  [totalsKey(SITE)]: {
    markers: 30,
    tools: 14,
    imitated: 6,
    findings: [{ server: 'hermes', repairs: {}, events: 0, unknown: { 'secret.event': 2 } }],
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

/** A request to the extension's background. */
interface Background {
  readonly chrome: {
    readonly storage: {
      readonly onChanged: { addListener(listener: () => void): void };
      readonly local: {
        get(keys: string[] | null): Promise<Record<string, unknown>>;
        set(items: object): Promise<void>;
        remove(keys: string[]): Promise<void>;
      };
    };
  };
}

async function store(driver: Driver, items: Readonly<Record<string, unknown>>): Promise<void> {
  await driver.background(async (all) => {
    const { chrome } = globalThis as unknown as Background;
    await chrome.storage.local.set(all);
  }, items);
}

/** Keys of this host in the storage. */
function keysIn(driver: Driver): Promise<string[]> {
  return driver.background(async () => {
    const { chrome } = globalThis as unknown as Background;
    return Object.keys(await chrome.storage.local.get(null)).filter((key) => key.includes('statistics.example'));
  });
}

async function openStatistics(driver: Driver, site: string | null, items = STORED): Promise<Page> {
  await store(driver, items);
  onTestFinished(async () => {
    await driver.background(async () => {
      const { chrome } = globalThis as unknown as Background;
      const keys = Object.keys(await chrome.storage.local.get(null));
      await chrome.storage.local.remove(keys.filter((key) => key.includes('statistics.example')));
    });
  });
  const page = await driver.openPage(hrefOf({ section: 'statistics', site }).slice(1), READ);
  onTestFinished(() => page.close());
  return page;
}

function textOf(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(
    (wanted) => [...document.querySelectorAll(wanted)].map(({ textContent }) => textContent ?? ''),
    selector,
  );
}

async function press(page: Page, selector: string): Promise<void> {
  await shown(page, selector);
  await page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), selector);
}

/** As a double click does. */
async function pressTwice(page: Page, selector: string): Promise<void> {
  await shown(page, selector);
  await page.$eval(selector, (button) => {
    (button as HTMLElement).click();
    (button as HTMLElement).click();
  });
}

async function shown(page: Page, selector: string): Promise<void> {
  await until(() => page.evaluate((wanted) => document.querySelector(wanted) !== null, selector), selector, 15_000);
}

async function figuresAre(page: Page, figures: readonly string[]): Promise<void> {
  await until(
    async () => (await textOf(page, '[data-figure] dd:first-of-type')).join(' ') === figures.join(' '),
    `the figures ${figures.join(', ')}`,
  );
}

test.each(BROWSERS)(
  'in %s the statistics of a site are shown for the chosen period, as charts and as tables, and follow new counts',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const page = await openStatistics(driver, SITE);

    await figuresAre(page, ['17', '14', '6', '30']);
    expect(await textOf(page, '.bar-list bdi')).toEqual(['terminal', 'No finish reason']);
    expect(await textOf(page, '.bar-list .small')).toEqual(['longest 4.2 s, average 2.1 s, 3 calls', '4']);
    expect((await textOf(page, '.notice')).join()).toContain('5 of 10 calls faked before, 1 of 10 since');
    expect(await textOf(page, '.card:first-of-type tbody td')).toEqual(['12', '9', '1', '5', '5', '5']);

    await press(page, 'input[value="7"]');
    await figuresAre(page, ['12', '9', '1', '30']);
    expect(await textOf(page, '[role="status"]')).toContain(
      'In 7 days: 12 replies, 9 calls ran, 1 faked call, 30 markers removed.',
    );

    await store(driver, { [dayKey(SITE, TODAY)]: { ...NO_FIGURES, replies: 3, markers: 2 } });
    await figuresAre(page, ['15', '9', '1', '32']);
    // Announced once per choice: the counts may change every second.
    expect(await textOf(page, '[role="status"]')).toContain(
      'In 7 days: 12 replies, 9 calls ran, 1 faked call, 30 markers removed.',
    );
    expect(await violationsIn(page)).toEqual([]);
  },
);

test('in a hidden tab nothing is read; counts made meanwhile are there when it is shown', async () => {
  const driver = await sharedBrowser('chromium');
  const page = await openStatistics(driver, SITE);
  await figuresAre(page, ['17', '14', '6', '30']);

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
    return { change: new Promise<void>((resolve) => chrome.storage.onChanged.addListener(() => resolve())) };
  });
  await store(driver, { [dayKey(SITE, TODAY)]: { ...NO_FIGURES, replies: 3 } });
  await changed.evaluate(async ({ change }) => {
    const { chrome } = globalThis as unknown as Background;
    await change;
    // A read caused by the change has its answer before these.
    for (let read = 0; read < 10; read++) await chrome.storage.local.get(null);
  });
  expect(await textOf(page, '[data-figure] dd:first-of-type')).toEqual(['17', '14', '6', '30']);

  await setHidden(false);
  await figuresAre(page, ['20', '14', '6', '30']);
});

test.each(BROWSERS)('in %s all sites are added up, and each links to its own statistics', async (kind) => {
  const page = await openStatistics(await sharedBrowser(kind), null);

  const rows = await textOf(page, 'tbody a');
  expect(rows.filter((name) => name.startsWith('statistics.example'))).toEqual([
    'statistics.example:4100',
    'statistics.example:4200',
  ]);
  expect(await violationsIn(page)).toEqual([]);
  await press(page, `a[href$="${encodeURIComponent(OTHER)}"]`);

  await figuresAre(page, ['100', '0', '0', '0']);
});

test.each(BROWSERS)(
  'in %s a report shows what will be copied, and includes addresses and names of servers only when asked',
  async (kind) => {
    const page = await openStatistics(await sharedBrowser(kind), SITE);

    const [plain = ''] = await textOf(page, 'pre');
    expect(plain).toContain('Replies: 17\n');
    expect(plain).not.toMatch(/statistics\.example|secret|terminal/);
    await press(page, '[data-wish="addresses"]');
    await press(page, '[data-wish="events"]');
    await until(async () => (await textOf(page, 'pre')).join().includes('"secret.event": 2'), 'the name of the event');
    expect((await textOf(page, 'pre')).join()).toContain(`${SITE}: Replies 17`);

    await page.bringToFront();
    await page.focus('[data-step="copy"]');
    await page.keyboard.press('Enter');
    await until(
      async () => (await textOf(page, '.report [role="status"]')).join() === texts.copied,
      'the report to be copied',
    );
  },
);

test.each(BROWSERS)(
  'in %s the statistics of a site are deleted after saying what will be deleted, and those of another stay',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const page = await openStatistics(driver, SITE);

    await press(page, '[data-step="delete"]');
    await shown(page, '[data-step="delete-now"]');
    expect((await textOf(page, '#going')).join()).toMatch(/^This deletes 2 days of statistics \(17 replies/);
    await press(page, '[data-step="keep"]');
    expect(await keysIn(driver)).toContain(dayKey(SITE, YESTERDAY));
    await press(page, '[data-step="delete"]');
    await pressTwice(page, '[data-step="delete-now"]');

    await shown(page, '[data-result="deleted"]');
    await shown(page, '.empty');
    expect((await keysIn(driver)).toSorted()).toEqual(
      [dayKey(OTHER, YESTERDAY), `site:${OTHER}`, `site:${SITE}`].toSorted(),
    );
    expect(await textOf(page, '[data-result]')).toEqual([texts.deleted]);
  },
);

test('with the keyboard alone a period is chosen, a chart is read day by day, a table is opened and scrolled', async () => {
  const page = await openStatistics(await sharedBrowser('chromium'), SITE);
  await page.bringToFront();

  function day(): Promise<string | null> {
    return page.evaluate(() => document.activeElement?.getAttribute('aria-valuetext') ?? null);
  }

  await reach(page, 'input[value="30"]');
  await page.keyboard.press('ArrowLeft');
  await figuresAre(page, ['12', '9', '1', '30']);
  await reach(page, PLOT);
  // Nothing was counted today: the chart shows that, and a screen reader says it.
  expect(await day()).toMatch(/: nothing\.$/);
  expect(await textOf(page, '.reading')).toEqual(['', '', '']);
  await page.keyboard.press('ArrowLeft');
  await until(
    async () => (await day())?.endsWith('9 calls ran, 1 faked call, in 12 replies.') ?? false,
    'the day before',
  );
  const yesterday = await day();
  expect(await textOf(page, '.reading')).toContain(yesterday);
  await press(page, 'input[value="90"]');
  await figuresAre(page, ['17', '14', '6', '30']);
  expect(await textOf(page, '.reading')).toContain(yesterday);
  await press(page, 'input[value="7"]');
  await figuresAre(page, ['12', '9', '1', '30']);
  await page.focus(PLOT);
  expect(await day()).toBe(yesterday);
  await page.keyboard.press('Home');
  await until(async () => (await day())?.endsWith(': nothing.') ?? false, 'the first day');
  await reach(page, '.card:first-of-type summary');
  await page.keyboard.press('Enter');
  await reach(page, '.card:first-of-type .scroll');
  await reach(page, '[data-step="copy"]');
  await reach(page, '[data-step="delete"]');
  await page.keyboard.press('Enter');
  // The button that deletes nothing is under the next key.
  await until(() => isFocused(page, '[data-step="keep"]'), 'the focus on the button that keeps the statistics');
  await page.keyboard.press('Enter');
  await until(() => isFocused(page, '[data-step="delete"]'), 'the focus back');
});

test('cards are side by side from 1100 pixels on, and below each other in narrower windows', async () => {
  const page = await openStatistics(await sharedBrowser('chromium'), SITE);

  /** Whether the second card begins at the height of the first one. */
  function sideBySide(): Promise<boolean> {
    return page.evaluate(() => {
      const [first, second] = [...document.querySelectorAll('.statistics > .card')].map((card) =>
        Math.round(card.getBoundingClientRect().top),
      );
      return first === second;
    });
  }

  await page.setViewport({ width: 1100, height: 800 });
  await until(sideBySide, 'two columns');
  await page.setViewport({ width: 1099, height: 800 });
  await until(async () => !(await sideBySide()), 'one column');
});

test('the values of a day are shown under the pointer', async () => {
  const page = await openStatistics(await sharedBrowser('chromium'), SITE);
  const box = await page.$eval(PLOT, (plot) => {
    plot.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = plot.getBoundingClientRect();
    return { x, y, width, height };
  });

  // Yesterday is the last but one of thirty.
  await page.mouse.move(box.x + box.width - (box.width - 44) / 30 - 4, box.y + box.height / 2);

  await until(
    async () => (await textOf(page, '.reading'))[0]?.includes('9 calls ran') ?? false,
    'the day under the pointer',
  );
});

test('axe finds nothing in any state of the statistics, light and dark, wide and narrow', async () => {
  const driver = await sharedBrowser('chromium');
  const page = await openStatistics(driver, SITE);
  const found: string[] = [];

  async function look(state: string): Promise<void> {
    for (const [theme, width] of [
      ['light', 800],
      ['dark', 800],
      ['light', 320],
    ] as const) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      await page.setViewport({ width, height: 700 });
      found.push(...(await violationsIn(page)).map((violation) => `${state} ${theme} ${width} ${violation}`));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (wide) found.push(`${state} ${width}: it scrolls sideways`);
    }
  }

  await look('figures');
  await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
  await press(page, '[data-step="delete"]');
  await shown(page, '[data-step="delete-now"]');
  await look('tables and deletion');
  await press(page, '[data-step="delete-now"]');
  await shown(page, '.empty');
  await look('deleted');
  await press(page, '[data-step="longer"]');
  await until(async () => (await textOf(page, '.empty h2')).join() === texts.emptyTitle, 'the empty state');
  await look('empty');

  expect(found).toEqual([]);
});
