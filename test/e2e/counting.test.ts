import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { today } from '../../src/stats/calendar.ts';
import { figuresKey, readFigures, type Figures } from '../../src/stats/figures.ts';
import { stopBackground } from '../support/driving/background.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import { stored } from './figures.ts';
import { DONE, marker, ROLE, STOP, text, toolEvent } from './frames.ts';
import { serveStreams, type StreamSite } from './stream-site.ts';

/** Counts are sent once a second, and the machine may be busy. */
const COUNTED_MS = 30_000;

async function figuresOf(driver: Driver, origin: string): Promise<Figures> {
  return readFigures((await stored(driver))[figuresKey(origin)]);
}

async function stream(site: StreamSite, page: Page, name: string): Promise<{ end(): Promise<void> }> {
  await page.evaluate(`window.start('${name}')`);
  const open = await site.stream(name);
  await open.write(ROLE, toolEvent(name, 'running'), marker('💻', name), toolEvent(name, 'completed'), text('Done.'));
  return {
    async end() {
      await open.write(STOP, DONE);
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

    for (const name of ['one', 'two']) {
      const streams = [await stream(site, first, `${name}-a`), await stream(site, second, `${name}-b`)];
      await stopBackground(driver);
      for (const one of streams) await one.end();
      if (name === 'two') await stopBackground(driver);
    }
    await expectCalls(4);
    // A page that closes the moment its reply is there, while the background is awake.
    await (await stream(site, first, 'last')).end();
    await first.goto(`${site.origin}/?again`);
    await expectCalls(5);
    // And one that would have to wake it: its last second may be lost.
    await stopBackground(driver);
    await (await stream(site, first, 'lost')).end();
    await first.goto(`${site.origin}/?once-more`);
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const { counts } = await figuresOf(driver, site.origin);
    expect(counts.tools).toBeGreaterThanOrEqual(5);
    expect(counts.tools).toBeLessThanOrEqual(6);
  },
);
