/**
 * One long run in one browser: two tabs that chat, while the background is stopped, the network breaks and pages close.
 */
import type { Page } from 'puppeteer-core';
import { type Driver } from '../../src/tools/browsers/driver.ts';
import { launch } from '../../src/tools/browsers/launch.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { build } from '../../src/tools/cli/build.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { COUNTED, NO_COUNTS, type Counts } from '../../src/stats/figures.ts';
import { stopBackground } from '../support/driving/background.ts';
import { storedCounts } from '../e2e/figures.ts';
import { createRandom } from '../fuzz/random.ts';
import { readMemory } from './memory.ts';
import { serveSoak, WAYS, type SentReply, type SoakPage, type SoakSite } from './soak-site.ts';

/**
 * Intervals of disturbances, in milliseconds of a whole run; a short run has them more often, so that all of them
 * happen.
 */
const STOP_BACKGROUND_EVERY = 60_000;
const CUT_EVERY = 120_000;
const MEASURE_EVERY = 60_000;
/** Time for everything that is still under way. */
const SETTLE_MS = 30_000;
/** A tab may grow by this much after the first measurement: caches, code that was compiled later. */
const MAX_HEAP_GROWTH = 8 * 1024 * 1024;

export interface SoakResult {
  readonly replies: number;
  /** Replies cut off by a broken network or a page that closed. */
  readonly cut: number;
  /** What was wrong, one line each. */
  readonly problems: readonly string[];
  /** Bytes of the first tab's JavaScript after a collection, and of all processes of the browser, over time. */
  readonly heaps: readonly number[];
  readonly resident: readonly number[];
}

/**
 * @param ms how long replies are requested
 * @param tell gets a line now and then
 */
export async function soak(kind: BrowserKind, ms: number, tell: (line: string) => void): Promise<SoakResult> {
  const site = await serveSoak();
  const driver = await launch(kind, { extension: await build(kind) });
  const problems: string[] = [];
  const heaps: number[] = [];
  const resident: number[] = [];
  const ends = Date.now() + ms;
  let cut = 0;
  let replies = 0;

  /** @param leaves pages of this tab sometimes close in mid-reply */
  async function chat(page: Page, tab: string, leaves: boolean): Promise<void> {
    const random = createRandom(`soak tab ${tab}`, 0);
    for (let turn = 0; Date.now() < ends; turn++) {
      const name = `${tab}${turn}`;
      const way = random.pick(WAYS);
      const asked = page.evaluate((of, by) => (window as unknown as SoakPage).ask(of, by), name, way).catch(() => null);
      replies++;
      if (leaves && random.oneIn(15)) {
        await new Promise((resolve) => setTimeout(resolve, random.below(800)));
        await page.goto(`${site.origin}/?${turn}`);
      }
      const read = await asked;
      const reply = site.sent.get(name);
      if (read?.state !== 'done') cut++;
      const fault = faultOf(read, reply);
      if (fault) problems.push(`${name} by ${way}: ${fault}`);
    }
  }

  try {
    const first = await driver.newPage();
    await first.goto(site.origin);
    await enableSite(driver, first);
    const second = await driver.newPage();
    await second.goto(site.origin);

    const measure = async (): Promise<void> => {
      const { heap, all } = await readMemory(driver, first);
      heaps.push(heap);
      resident.push(all);
      tell(
        `${replies} replies, ${cut} cut, ${problems.length} problems; ${heap > 0 ? `the first tab holds ${mib(heap)}, ` : ''}the browser ${mib(all)}`,
      );
    };
    const share = Math.min(1, ms / (6 * MEASURE_EVERY));
    const events = [
      // A message may wake it again before anybody sees that it stopped.
      every(STOP_BACKGROUND_EVERY * share, ends, () =>
        stopBackground(driver).catch(() => tell('the background was awake again at once')),
      ),
      every(CUT_EVERY * share, ends, () => void site.cut()),
      every(MEASURE_EVERY * share, ends, measure),
    ];
    await Promise.all([chat(first, 'a', false), chat(second, 'b', true), ...events]);
    await measure();

    problems.push(
      ...(await faultsOfPages([first, second])),
      ...(await stuckBadges(driver, [first, second])),
      ...(await miscounts(driver, site)),
    );
    const [early = 0] = heaps;
    const late = heaps.at(-1) ?? 0;
    if (late - early > MAX_HEAP_GROWTH) problems.push(`the first tab grew from ${mib(early)} to ${mib(late)}`);
  } finally {
    await driver.close();
    site.close();
  }
  return { replies, cut, problems, heaps, resident };
}

/** @returns what is wrong with a reply as the page read it; null for nothing */
function faultOf(read: { text: string; state: string } | null, reply: SentReply | undefined): string | null {
  // The page closed, or its request never reached the server.
  if (!read || !reply) return null;
  if (read.state === 'done')
    return read.text === reply.expected
      ? null
      : `read ${JSON.stringify(read.text)} where ${JSON.stringify(reply.expected)} was sent`;
  // It broke off: what came before is right as far as it goes.
  return reply.expected.startsWith(read.text)
    ? null
    : `read ${JSON.stringify(read.text)} of ${JSON.stringify(reply.expected)} before it broke`;
}

async function faultsOfPages(pages: readonly Page[]): Promise<string[]> {
  const all = await Promise.all(pages.map((page) => page.evaluate(() => (window as unknown as SoakPage).faults)));
  return all.flat().map((fault) => `in a page: ${fault}`);
}

async function stuckBadges(driver: Driver, pages: readonly Page[]): Promise<string[]> {
  const stuck: string[] = [];
  for (const page of pages) {
    await page.bringToFront();
    const rest = async (): Promise<boolean> => (await readBadges(driver, page)).running === 0;
    await until(rest, 'the last tool to end', SETTLE_MS).catch(async () => {
      stuck.push(`badges go on running: ${JSON.stringify((await readBadges(driver, page)).lines)}`);
    });
  }
  return stuck;
}

/**
 * No count is doubled. Some may be lost, as a page that closes while the background is stopped cannot wake it: most
 * replies of one page end without that.
 */
async function miscounts(driver: Driver, site: SoakSite): Promise<string[]> {
  const all = [...site.sent.values()];
  const least = sums(all.filter(({ whole }) => whole));
  const most = sums(all);
  let figures = NO_COUNTS;
  const wrong = () => COUNTED.filter((name) => figures[name] < least[name] / 2 || figures[name] > most[name]);
  await until(
    async () => {
      figures = (await storedCounts(driver, site.origin)) ?? NO_COUNTS;
      return wrong().length === 0;
    },
    'the figures to come to what was sent',
    SETTLE_MS,
  ).catch(() => {});
  return wrong().map(
    (name) => `${name}: ${figures[name]} were counted, between ${least[name]} and ${most[name]} were sent`,
  );
}

function sums(replies: readonly SentReply[]): Counts {
  const sum = (of: (reply: SentReply) => number): number => replies.reduce((total, reply) => total + of(reply), 0);
  return { markers: sum(({ markers }) => markers), tools: sum(({ tools }) => tools), imitated: 0 };
}

/** Repeats something from now on until the end. */
async function every(ms: number, ends: number, work: () => unknown): Promise<void> {
  for (let next = Date.now() + ms; next < ends; next += ms) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - Date.now())));
    await work();
  }
}

function mib(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
