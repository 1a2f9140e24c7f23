import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { stageIn } from '../support/compliance/observe.ts';
import { serveProbes } from '../support/compliance/server.ts';

/**
 * Runs in a page before its first script: records whether `fetch` was wrapped when that script
 * began.
 */
const PRINT = `window.atStart = Function.prototype.toString.call(fetch)`;

/**
 * How the page sees the natives that the hook wraps: the printed form gives it away, the flags must
 * not.
 */
function natives(): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [owner, key] of [
    [window, 'fetch'],
    ...Reflect.ownKeys(Response.prototype).map((name) => [Response.prototype, name]),
  ] as [object, PropertyKey][]) {
    const { get, set, value, ...flags } = Object.getOwnPropertyDescriptor(owner, key)!;
    const print = (member: unknown): string =>
      typeof member === 'function' ? Function.prototype.toString.call(member) : typeof member;
    record[String(key)] = { ...flags, get: print(get), set: print(set), value: print(value) };
  }
  return record;
}

async function open(page: Page, origin: string): Promise<Page> {
  await page.goto(`${origin}/script-page?${new URLSearchParams({ code: PRINT }).toString()}`);
  return page;
}

test('in chromium another port of a site that is on gets nothing at all, at no time', async () => {
  const { driver, server, plain } = await stageIn('chromium');
  const other = await serveProbes();
  const page = await driver.newPage();
  onTestFinished(async () => {
    await page.close();
    other.close();
  });

  await open(page, other.hooked);

  expect(new URL(other.hooked).hostname).toBe(new URL(server.hooked).hostname);
  expect(await page.evaluate('window.atStart')).toContain('function fetch(');
  await plain.goto(server.plain);
  expect(await page.evaluate(natives)).toEqual(await plain.evaluate(natives));
});

test('in firefox, whose permissions ignore ports, the hook removes itself on another port', async () => {
  const { driver, server, plain } = await stageIn('firefox');
  const other = await serveProbes();
  const page = await driver.newPage();
  onTestFinished(async () => {
    await page.close();
    other.close();
  });
  await plain.goto(server.plain);
  const native = await plain.evaluate(natives);

  await page.bringToFront();
  await open(page, other.hooked);

  expect(new URL(other.hooked).hostname).toBe(new URL(server.hooked).hostname);
  // Present at the start, because which port is on is known only later; then gone without a trace.
  expect(await page.evaluate('window.atStart')).not.toContain('function fetch(');
  await expect.poll(() => page.evaluate(natives), { timeout: 10_000 }).toEqual(native);
});
