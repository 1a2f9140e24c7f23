/**
 * How long the real popup takes to open with a year of use behind it, in real Chromium, the background asleep.
 * `node test/bench/popup-opening.ts`
 */
import type { Page } from 'puppeteer-core';
import type { Driver } from '../../src/browsers/driver.ts';
import { launch } from '../../src/browsers/driver.ts';
import { enableSite } from '../../src/browsers/enable-site.ts';
import { build } from '../../src/cli/build.ts';
import { ALL_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import { NO_FIGURES, type DayFigures } from '../../src/stats/day.ts';
import { KEPT_DAYS, lastDays } from '../../src/stats/figures.ts';
import { chatsKey, dayKey, totalsKey } from '../../src/stats/keys.ts';
import { servePage } from '../support/page-server.ts';
import { quantile } from './quantile.ts';

const OPENINGS = 20;
const SITES = 5;
/** Milliseconds that it may take. */
const ALLOWED = 100;

/** What is asked of the extension's background. */
interface Background {
  readonly chrome: {
    readonly tabs: { query(query: object): Promise<readonly { id: number; url?: string }[]> };
    readonly storage: { readonly local: { set(items: object): Promise<void>; getBytesInUse(): Promise<number> } };
  };
}

/** 10 000 replies a day on all sites together, with all the tools and repairs that are kept apart. */
function busyDay(): DayFigures {
  const repairs = Object.fromEntries([...ALL_REPAIRS].map((id, index) => [id, 100 + index]));
  const times = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`tool_number_${index}`, { calls: 40, sum: 90_000, longest: 9000 }]));
  return { ...NO_FIGURES, replies: 2000, markers: 800, tools: 1200, imitated: 12, events: 2400, bytes: 5_000_000, healed: 3, repairs, times };
}

/** What a year leaves behind: the days that are kept, sums, and chats. */
function yearOf(origin: string): Record<string, unknown> {
  const findings = [{ server: 'hermes', repairs: busyDay().repairs, events: 800_000, unknown: { 'x.progress': 31 } }];
  const calls = { calls: 300, imitated: 7 };
  const chats = Array.from({ length: 200 }, (_, index) => ({ chat: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, healed: 1_790_000_000_000, before: calls, after: calls }));
  return {
    ...Object.fromEntries(lastDays(KEPT_DAYS).map((day) => [dayKey(origin, day), busyDay()])),
    [totalsKey(origin)]: { markers: 292_000, tools: 438_000, imitated: 4380, findings },
    [chatsKey(origin)]: chats,
  };
}

async function storeYears(driver: Driver, origins: readonly string[]): Promise<number> {
  for (const origin of origins) {
    await driver.background(async (items) => {
      const { chrome } = globalThis as unknown as Background;
      await chrome.storage.local.set(items);
    }, yearOf(origin));
  }
  return driver.background(async () => {
    const { chrome } = globalThis as unknown as Background;
    return chrome.storage.local.getBytesInUse();
  });
}

/**
 * Milliseconds from the start of the popup's page to its first picture, which is one with figures: the popup paints
 * nothing before it has read them, or waited too long.
 */
async function openPopup(driver: Driver, tab: Page): Promise<number> {
  await driver.stopBackground();
  const popup = await driver.openPopup(tab, '[data-count="markers"]');
  const painted = await popup.evaluate(firstPaint);
  await popup.close();
  return painted;
}

/** Milliseconds of work of the main thread until the figures are there, which a busy machine makes no longer; shown as a tab. */
async function workToOpen(driver: Driver, tab: number): Promise<number> {
  await driver.stopBackground();
  const page = await driver.newPage();
  const session = await page.createCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`${driver.base}popup.html?tab=${tab}`);
  await page.waitForSelector('[data-count="markers"]');
  const { metrics } = await session.send('Performance.getMetrics');
  await page.close();
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

/** As `openPopup`, for another page of the extension, that has next to nothing to do: what this machine takes at present. */
async function openAny(driver: Driver): Promise<number> {
  const page = await driver.openPage('welcome.html', 'h1');
  const painted = await page.evaluate(firstPaint);
  await page.close();
  return painted;
}

/** Runs in the page. */
async function firstPaint(): Promise<number> {
  for (;;) {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    if (paint) return paint.startTime;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

function line(name: string, times: readonly number[]): string {
  return `${name.padEnd(24)} p50 ${quantile(times, 0.5).toFixed(0).padStart(4)} ms  p95 ${quantile(times, 0.95).toFixed(0).padStart(4)} ms`;
}

const server = await servePage({});
const driver = await launch('chromium', { extension: await build('chromium') });
try {
  const page = await driver.newPage();
  await page.goto(server.origin);
  await enableSite(driver, page);
  const others = Array.from({ length: SITES - 1 }, (_, index) => `https://chat-${index}.example.org`);
  const bytes = await storeYears(driver, [server.origin, ...others]);
  const popups: number[] = [];
  const pages: number[] = [];
  const works: number[] = [];
  const tab = await driver.background(async (origin) => {
    const { chrome } = globalThis as unknown as Background;
    return (await chrome.tabs.query({})).find(({ url }) => url?.startsWith(origin))?.id ?? -1;
  }, server.origin);
  for (let n = 0; n < OPENINGS; n += 1) {
    popups.push(await openPopup(driver, page));
    pages.push(await openAny(driver));
    works.push(await workToOpen(driver, tab));
  }
  console.log(`${OPENINGS} openings, background stopped before each, ${(bytes / 1e6).toFixed(1)} MB stored of ${SITES} sites`);
  console.log(`${line('popup', popups)}  allowed ${ALLOWED} ms`);
  console.log(line('welcome page beside it', pages));
  console.log(line('work of the main thread', works));
} finally {
  await driver.close();
  server.close();
}
