import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { launch } from '../../src/tools/browsers/launch.ts';
import type { BenchServer } from './bench-server.ts';
import { quantile } from './quantile.ts';

const LOADS = 30;
/** Loads until browsers have compiled the scripts. */
const FIRST_LOADS = 3;
const SCRIPTS = ['page-hook.js', 'page-bridge.js', 'page-badges.js'];

interface StartWindow extends Window {
  readonly began: number;
}

/** @returns milliseconds from the first byte of the page until its first script runs */
async function load(page: Page, url: string): Promise<number> {
  await page.bringToFront();
  await page.goto(url);
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType(
      'navigation',
    ) as PerformanceNavigationTiming[];
    return (window as unknown as StartWindow).began - (navigation?.responseStart ?? Number.NaN);
  });
}

/** @returns the times of a site that is on, and of one that is off, loaded alternately */
async function loadBoth(
  kind: BrowserKind,
  extension: string,
  server: BenchServer,
): Promise<[number[], number[]]> {
  const driver = await launch(kind, { extension });
  try {
    const urls = ['on', 'off'].map(
      (site) => `${server.origin.replace('127.0.0.1', `${site}.localhost`)}/start`,
    );
    const pages: Page[] = [];
    for (const url of urls) {
      const page = await driver.newPage();
      await page.goto(url);
      pages.push(page);
    }
    await enableSite(driver, pages[0]!);
    const times: [number[], number[]] = [[], []];
    for (let i = 0; i < FIRST_LOADS + LOADS; i++) {
      for (const [site, page] of pages.entries()) {
        const took = await load(page, `${urls[site]}?${i}`);
        if (i >= FIRST_LOADS) times[site]?.push(took);
      }
    }
    return times;
  } finally {
    await driver.close();
  }
}

/**
 * Prints how much later the first script of a page runs where the site is on; beside it what three
 * scripts without content take, which is the least that an extension like this can.
 * @param extension folder of the built extension
 */
export async function reportStart(
  kind: BrowserKind,
  extension: string,
  server: BenchServer,
): Promise<void> {
  const empty = mkdtempSync(join(tmpdir(), 'empty-scripts-'));
  try {
    cpSync(extension, empty, { recursive: true });
    for (const script of SCRIPTS) writeFileSync(join(empty, script), '');
    console.log('  start of a page, ms from its first byte to its own first script (p50, p90)');
    for (const [name, folder] of [
      ['Stream Fixer', extension],
      ['three empty scripts', empty],
    ] as const) {
      const [on, off] = await loadBoth(kind, folder, server);
      const half = (times: readonly number[]): number => quantile(times, 0.5);
      const both = (times: readonly number[]): string =>
        `${half(times).toFixed(1)}, ${quantile(times, 0.9).toFixed(1)}`;
      console.log(
        `    ${name.padEnd(20)} site off ${both(off)}   on ${both(on)}   adds ${(half(on) - half(off)).toFixed(1)}`,
      );
    }
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
}
