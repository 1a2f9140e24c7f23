import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import { until } from '../../src/tools/browsers/until.ts';
import type { DayFigures } from '../../src/stats/day.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import { stored } from './figures.ts';
import { DONE, marker, ROLE, STOP, text, toolEvent } from './frames.ts';
import { serveStreams, type StreamSite } from './stream-site.ts';

/** A message without an answer is sent again after two, four and eight seconds, and the machine may be busy. */
const COUNTED_MS = 30_000;

/** The counts of the only day there is; null before it. */
async function dayOf(driver: Driver, origin: string): Promise<DayFigures | null> {
  const all = await stored(driver);
  const keys = Object.keys(all).filter((key) => key.startsWith(`day:${origin}:`));
  expect(keys.length).toBeLessThan(2);
  const [key] = keys;
  return key === undefined ? null : (all[key] as DayFigures);
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
  'in %s every reply and call is counted once, even if the background is stopped and pages close',
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

    for (const name of ['one', 'two']) {
      const streams = [await stream(site, first, `${name}-a`), await stream(site, second, `${name}-b`)];
      await driver.stopBackground();
      for (const one of streams) await one.end();
      if (name === 'two') await driver.stopBackground();
    }
    // A page that closes the moment its reply is there, while the background has to be woken.
    await driver.stopBackground();
    await (await stream(site, first, 'last')).end();
    await first.goto(`${site.origin}/?again`);

    const counted = { replies: 5, tools: 5, markers: 5, imitated: 0 };
    await expect.poll(() => dayOf(driver, site.origin), { timeout: COUNTED_MS }).toMatchObject(counted);
    await driver.stopBackground();
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const day = await dayOf(driver, site.origin);
    expect(day).toMatchObject(counted);
    expect(day?.times.terminal?.calls).toBe(5);
  },
);
