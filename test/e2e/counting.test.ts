import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { today } from '../../src/stats/calendar.ts';
import { figuresKey, readFigures, type Figures } from '../../src/stats/figures.ts';
import { stopBackground } from '../support/driving/background.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import { expectCounts, stored } from './figures.ts';
import { DONE, marker, ROLE, STOP, text, toolEvent } from './frames.ts';
import { serveStreams, type StreamSite } from './stream-site.ts';

/** Counts are sent once a second, and the machine may be busy. */
const COUNTED_MS = 30_000;

async function figuresOf(driver: Driver, origin: string): Promise<Figures> {
  return readFigures((await stored(driver))[figuresKey(origin)]);
}

interface OneCall {
  begin(): Promise<void>;
  /** Ends the reply as well. */
  end(): Promise<void>;
}

async function stream(site: StreamSite, page: Page, name: string): Promise<OneCall> {
  await page.evaluate(`window.start('${name}')`);
  const open = await site.stream(name);
  await open.write(ROLE);
  return {
    begin: () => open.write(toolEvent(name, 'running'), marker('💻', name)),
    async end() {
      await open.write(toolEvent(name, 'completed'), text('Done.'), STOP, DONE);
      open.end();
      await until(
        () => page.evaluate(`window.reads['${name}'].state === 'done'`),
        `the page to read "${name}"`,
        COUNTED_MS,
      );
    },
  };
}

test.each(BROWSERS)(
  'in %s every call is counted once, even if the background is stopped, and none twice as pages close',
  async (kind) => {
    const site = await serveStreams({});
    onTestFinished(() => site.close());
    const driver = await sharedBrowser(kind);
    const pages = [await driver.newPage(), await driver.newPage()];
    onTestFinished(async () => {
      for (const page of pages) await page.close();
    });
    const [first, second] = pages as [Page, Page];
    await first.goto(site.origin);
    await enableSite(driver, first);
    await second.goto(site.origin);
    async function expectCalls(calls: number): Promise<void> {
      const counts = { tools: calls, markers: calls, imitated: 0 };
      await expect
        .poll(() => figuresOf(driver, site.origin), { timeout: COUNTED_MS })
        .toMatchObject({ counts, days: { [today()]: counts }, times: { terminal: { calls } } });
    }

    async function open(name: string): Promise<readonly OneCall[]> {
      return [await stream(site, first, `${name}-a`), await stream(site, second, `${name}-b`)];
    }
    async function whole(name: string): Promise<void> {
      const call = await stream(site, first, name);
      await call.begin();
      await call.end();
    }

    // Stopped while it has nothing to do, as a browser does: what it is just adding would be lost.
    const beforeIt = await open('before');
    await stopBackground(driver);
    for (const call of beforeIt) await call.begin();
    for (const call of beforeIt) await call.end();
    await expectCalls(2);
    const within = await open('within');
    for (const call of within) await call.begin();
    await expectCounts(driver, site.origin, { tools: 4, markers: 4 });
    await stopBackground(driver);
    for (const call of within) await call.end();
    await expectCalls(4);
    // A page that closes the moment its reply is there, while the background is awake.
    await whole('last');
    await first.goto(`${site.origin}/?again`);
    await expectCalls(5);
    // And one that would have to wake it: its last second may be lost.
    await stopBackground(driver);
    await whole('lost');
    await first.goto(`${site.origin}/?once-more`);
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const { counts } = await figuresOf(driver, site.origin);
    expect(counts.tools).toBeGreaterThanOrEqual(5);
    expect(counts.tools).toBeLessThanOrEqual(6);
  },
);
