/**
 * A person's own rules may contain something private. A rule with a word that occurs nowhere else
 * is on for all sites, and pages that intercept everything passed to their realm's natives watch
 * for it.
 */
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { packCalled } from '../settings/some-settings.ts';
import { BROWSERS } from '../support/browsers.ts';
import { DONE, ROLE, STOP, text } from './frames.ts';
import { forgetRulesAfterEach, keep } from './kept-rules.ts';
import { serveStreams, type StreamPage } from './stream-site.ts';
import { openEnabledSite } from './enabled-site.ts';

const CANARY = 'canary-of-a-person';
const RULE = {
  id: 'own',
  kind: 'line',
  pattern: `[${CANARY} {tool}]`,
  tells: 'start',
} as const;
/**
 * The word that pages watch for. Each of them assembles it, so that their own source does not
 * contain it.
 */
const WORD = '["canary", "of", "a", "person"].join("-")';

/** Wraps a realm's natives, and notes in `view.heard` which of them received the word. */
const TAP = `
window.tap = (view) => {
  const word = ${WORD};
  const { apply, ownKeys, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { stringify } = JSON;
  const { includes } = String.prototype;
  view.heard = '';
  const note = (name, value) => {
    let told = '';
    try { told = typeof value === 'string' ? value : stringify(value) ?? ''; } catch {}
    if (typeof told === 'string' && apply(includes, told, [word]) && view.heard.length < 1000) view.heard += name + ' ';
  };
  for (const owner of ['Array', 'String', 'Map', 'Set', 'RegExp']) {
    for (const key of ownKeys(view[owner].prototype)) {
      const { value, configurable } = getOwnPropertyDescriptor(view[owner].prototype, key);
      if (typeof value !== 'function' || key === 'constructor' || !configurable) continue;
      defineProperty(view[owner].prototype, key, { __proto__: null, configurable: true, writable: true, value(...args) {
        note(owner + '.' + String(key), this);
        for (let i = 0; i < args.length; i++) note(owner + '.' + String(key), args[i]);
        return apply(value, this, args);
      } });
    }
  }
  for (const index of [0, 1, 2]) {
    defineProperty(view.Array.prototype, index, { __proto__: null, configurable: true, set(value) {
      note('setter ' + index, value);
      defineProperty(this, index, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    } });
  }
  const { get } = getOwnPropertyDescriptor(view.MessageEvent.prototype, 'data');
  defineProperty(view.MessageEvent.prototype, 'data', { __proto__: null, configurable: true, enumerable: true, get() {
    const data = apply(get, this, []);
    note('data', data);
    return data;
  } });
};
`;

const PAGE =
  '<!doctype html><title>Listens</title><script src="/page.js"></script><script src="/tap.js"></script>';
const FILES = {
  '/tap.js': { type: 'text/javascript', body: TAP },
  '/listens': { type: 'text/html', body: `${PAGE}<script>tap(window)</script>` },
  // Watches a window's realm before any script ran there, ours included.
  '/opener': {
    type: 'text/html',
    body: `${PAGE}<script>window.listenIn = (path) => { window.victim = open(path); tap(victim); victim.listened = true; };</script>`,
  },
};

forgetRulesAfterEach();

function keepRule(driver: Driver): Promise<void> {
  return keep(driver, {
    packs: [{ ...packCalled('my-own'), rules: [RULE] }],
    settings: { packs: { 'my-own': true } },
  });
}

/** @returns what a window saw whose opener was in its realm before anybody else */
async function heardInWindow(page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/opener`);
  const opened = new Promise<Page | null>((resolve) => page.once('popup', resolve));
  await page.evaluate("window.listenIn('/')");
  const victim = await opened;
  onTestFinished(async () => victim?.close());
  await until(
    () => page.evaluate("typeof window.victim.start === 'function'"),
    'the page in the opened window',
    15_000,
  );
  await sleep(1500);
  // Otherwise nothing was watched.
  expect(await page.evaluate('window.victim.listened')).toBe(true);
  return String(await page.evaluate('window.victim.heard'));
}

/** @returns what a page saw that watches from its first script on */
async function heardInPage(page: Page, origin: string): Promise<string> {
  await page.bringToFront();
  await page.goto(`${origin}/listens`);
  await sleep(1500);
  return String(await page.evaluate('window.heard'));
}

test.each(BROWSERS)(
  'in %s the rule works on a site that is on; a page that was in its realm first can read it, as the README says',
  async (kind) => {
    const { driver, site, page } = await openEnabledSite(kind, { files: FILES });
    await keepRule(driver);
    await page.reload();
    await page.evaluate("window.start('ruled')");
    const stream = await site.stream('ruled');
    await stream.write(ROLE, text(`Working.\n[${CANARY} ls]\n`), text('Done.'), STOP, DONE);
    stream.end();
    await until(
      () => page.evaluate(() => (window as unknown as StreamPage).reads.ruled?.state === 'done'),
      'the reply to be read',
    );

    expect(String(await page.evaluate('window.reads.ruled.text'))).not.toContain(CANARY);
    expect(await heardInWindow(page, site.origin)).toContain('data');
  },
);

test.each(BROWSERS)(
  'in %s a page of a site that is on sees nothing of the rule before there is a reply',
  async (kind) => {
    const { driver, site, page } = await openEnabledSite(kind, { files: FILES });
    await keepRule(driver);

    expect(await heardInPage(page, site.origin)).toBe('');
  },
);

test.each(BROWSERS)(
  'in %s another port of a host that is on sees nothing, not even in a frame',
  async (kind) => {
    const { driver, site, page } = await openEnabledSite(kind, { files: FILES });
    await keepRule(driver);
    const other = await serveStreams({ files: FILES });
    onTestFinished(() => other.close());
    const { hostname } = new URL(site.origin);
    const origin = `http://${hostname}:${new URL(other.origin).port}`;

    expect(await heardInPage(page, origin)).toBe('');
    expect(await heardInWindow(page, origin)).toBe('');
    await page.goto(site.origin);
    await page.evaluate((address) => {
      const frame = document.createElement('iframe');
      frame.src = address;
      document.body.append(frame);
    }, `${origin}/listens`);
    const frame = await until(
      () => page.frames().find((one) => one.url().startsWith(origin)),
      'the frame',
    );
    await sleep(1500);
    expect(String(await frame.evaluate('window.heard'))).toBe('');
  },
);
