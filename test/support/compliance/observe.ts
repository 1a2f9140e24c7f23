import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';
import { createKit, type Kit } from './kit.ts';
import { serveProbes, type ComplianceServer } from './server.ts';
import type { Driver } from '../../../src/tools/browsers/driver.ts';
import { enableSite } from '../../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../../src/tools/browsers/find.ts';
import { sharedBrowser } from '../browsers.ts';

/**
 * A function that runs in the page; self-contained except for its kit. Its result must survive
 * JSON.
 */
export type Probe<T> = (kit: Kit) => T | Promise<T>;

/** What one probe saw with the hook and without. */
export interface Sight<T> {
  readonly hooked: T;
  readonly plain: T;
}

/**
 * One browser with a tab on a site that is switched on and one on a site that nobody ever switched
 * on.
 */
export interface Stage {
  readonly driver: Driver;
  readonly server: ComplianceServer;
  readonly hooked: Page;
  readonly plain: Page;
}

/**
 * On the worker's global object, because the stages serve all files of a run. They end with the
 * browser.
 */
const cache = globalThis as typeof globalThis & {
  complianceStages?: Map<BrowserKind, Promise<Stage>>;
  complianceRuns?: number;
};

/**
 * Returns the stage of this browser; built once per run, with the real popup and the real
 * permission prompt.
 */
export function stageIn(kind: BrowserKind): Promise<Stage> {
  cache.complianceStages ??= new Map();
  const built = cache.complianceStages.get(kind) ?? buildStage(kind);
  cache.complianceStages.set(kind, built);
  return built;
}

async function buildStage(kind: BrowserKind): Promise<Stage> {
  const driver = await sharedBrowser(kind);
  const server = await serveProbes();
  const plain = await driver.newPage();
  const hooked = await driver.newPage();
  await hooked.goto(server.hooked);
  await enableSite(driver, hooked);
  return { driver, server, hooked, plain };
}

/**
 * Runs a probe on a fresh page with the hook at work and on a fresh page without, and expects the
 * same result.
 * @returns what it saw, for the test to check
 */
export async function observe<T>(kind: BrowserKind, probe: Probe<T>): Promise<T> {
  const { hooked, plain } = await observeBoth(kind, probe);
  expect(hooked, 'with the hook (received) and without (expected)').toEqual(plain);
  return hooked;
}

/** Like `observe`, for deliberate differences: the test judges both results. */
export async function observeBoth<T>(kind: BrowserKind, probe: Probe<T>): Promise<Sight<T>> {
  const { server } = await stageIn(kind);
  return lookAtBoth(kind, (page) => runProbe(page, probe, server));
}

/** Observes a fresh page with the hook at work, then a fresh page without. */
export async function lookAtBoth<T>(
  kind: BrowserKind,
  look: (page: Page) => Promise<T>,
): Promise<Sight<T>> {
  const { server, hooked, plain } = await stageIn(kind);
  await hooked.bringToFront();
  await openHooked(hooked, server.hooked);
  const withHook = await look(hooked);
  await plain.bringToFront();
  await plain.goto(server.plain);
  expect(await plain.evaluate(isHooked), 'a site that is off runs without the hook').toBe(false);
  return { hooked: withHook, plain: await look(plain) };
}

/**
 * Loads a page with the hook and waits until it is at work: it learns only after the load that the
 * site is on.
 */
export async function openHooked(page: Page, url: string): Promise<void> {
  await page.goto(url);
  expect(await page.evaluate(isHooked), 'a site that is on runs with the hook').toBe(true);
  await untilAtWork(page);
}

export async function untilAtWork(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(cleansHistory), { timeout: 10_000 }).toBe(true);
}

/**
 * Runs a probe in a page as it is.
 * @returns its record, without the names of origin and run, so that records compare
 */
export async function runProbe<T>(
  page: Page,
  probe: Probe<T>,
  server: ComplianceServer,
): Promise<T> {
  const id = `run-${(cache.complianceRuns = (cache.complianceRuns ?? 0) + 1)}`;
  const kit = `(${String(createKit)})(${JSON.stringify(id)}, ${JSON.stringify(server.elsewhere)})`;
  const json = await page.evaluate(
    `(async () => JSON.stringify(await (${String(probe)})(${kit}), (key, value) => value === undefined ? '(undefined)' : value))()`,
  );
  const { origin } = new URL(page.url());
  return JSON.parse(
    String(json)
      .replaceAll(origin, 'ORIGIN')
      .replaceAll(new URL(origin).host, 'HOST')
      .replaceAll(id, 'RUN'),
  ) as T;
}

/** The one thing that gives it away: a wrapped native prints without its name. */
export function isHooked(): boolean {
  return !Function.prototype.toString.call(window.fetch).includes('fetch');
}

/**
 * Runs in the page: checks whether a marker disappears from what is sent. (Removed from a reply it
 * would become a badge.)
 */
async function cleansHistory(): Promise<boolean> {
  const messages = [
    { role: 'assistant', content: '`⏰ run`\n\n\nDone.' },
    { role: 'user', content: 'Go on.' },
  ];
  const body = JSON.stringify({ model: 'm', messages });
  const response = await fetch('/echo', { method: 'POST', body });
  const sent = ((await response.json()) as { body: string }).body;
  return sent.includes('Done.') && !sent.includes('run');
}
