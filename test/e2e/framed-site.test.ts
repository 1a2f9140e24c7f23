/** A site that is on, in a frame of another page, such as a chat in a dashboard. */
import type { Frame, Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver, Popup } from '../../src/tools/browsers/driver.ts';
import { siteStatus } from '../../src/tools/browsers/enable-site.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import { servePage } from '../support/page-server.ts';
import { storedCounts } from './figures.ts';
import { compare, DONE, ROLE, STOP, text, toolEvent } from './frames.ts';
import { enabledSites } from './enabled-site.ts';
import { serveStreams, type StreamPage, type StreamSite } from './stream-site.ts';

const SWITCH = '.frame [role="switch"]';
const HOST = 'stream-fixer-badges';

const PAGE_WITH_FRAMES =
  '<!doctype html><title>Frames</title><iframe id="blank"></iframe><iframe id="preview" srcdoc="<p>Preview</p>"></iframe>';

/** One chat for each browser, switched on in a tab of its own. */
const chatSite = enabledSites({
  files: { '/frames': { type: 'text/html', body: PAGE_WITH_FRAMES } },
});

/** A page of a site that is off, with these addresses in frames. */
async function openDashboard(
  driver: Driver,
  addresses: readonly string[],
  sandbox: string | null = null,
): Promise<{ readonly page: Page; readonly origin: string }> {
  const outer = await servePage();
  const page = await driver.newPage();
  onTestFinished(async () => {
    await page.close();
    outer.close();
  });
  await page.goto(outer.origin);
  await page.evaluate(
    (all, allowed) =>
      Promise.all(
        all.map((address) => {
          const frame = document.createElement('iframe');
          if (allowed !== null) frame.setAttribute('sandbox', allowed);
          frame.src = address;
          const loaded = new Promise((done) => frame.addEventListener('load', done));
          document.body.append(frame);
          return loaded;
        }),
      ).then(() => undefined),
    addresses,
    sandbox,
  );
  return { page, origin: outer.origin };
}

function frameOf(page: Page, address: string): Promise<Frame> {
  return until(
    () =>
      page.frames().find((frame) => frame.url().startsWith(address) && frame !== page.mainFrame()),
    `the frame of ${address}`,
  );
}

const FRAMES = [
  ROLE,
  text('Let me look. '),
  toolEvent('first', 'running'),
  toolEvent('first', 'completed'),
  text('Two files.'),
  STOP,
  DONE,
];

/** Streams a reply in the frame, and returns the tool events that reached its page. */
async function stream(
  site: StreamSite,
  frame: Frame,
  name: string,
): Promise<{ readonly through: number; readonly fault: string | null }> {
  await frame.evaluate((stream) => (window as unknown as StreamPage).start(stream), name);
  const answer = await site.stream(name);
  await answer.write(...FRAMES);
  answer.end();
  await until(
    () =>
      frame.evaluate(
        (stream) => (window as unknown as StreamPage).reads[stream]?.state === 'done',
        name,
      ),
    'the reply to be read',
  );
  const read = await frame.evaluate(
    (stream) => (window as unknown as StreamPage).reads[stream]?.text ?? '',
    name,
  );
  const { through, fault } = compare(read, FRAMES);
  return { through: through.length, fault };
}

/** What the popup shows of each site in a frame. */
function framesIn(popup: Popup): Promise<{ readonly text: string; readonly on: string | null }[]> {
  return popup.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.frame')].map((row) => ({
      text: row.innerText.replaceAll(/\s+/g, ' ').replaceAll('\u200b', ''),
      on: row.querySelector('[role="switch"]')?.getAttribute('aria-checked') ?? null,
    })),
  );
}

/** What the icon of the active tab shows: only the browser knows the address of that tab. */
function titleInFront(driver: Driver): Promise<string> {
  return driver.beside(async () => {
    const { chrome } = globalThis as unknown as {
      readonly chrome: {
        readonly tabs: { query(query: object): Promise<{ id: number }[]> };
        readonly action: { getTitle(of: object): Promise<string> };
      };
    };
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    return tab ? chrome.action.getTitle({ tabId: tab.id }) : '';
  });
}

test.each(BROWSERS)(
  'in a frame of another page replies are clean, badges are in the frame, and the popup switches the site (%s)',
  async (kind) => {
    const { site } = await chatSite(kind);
    const driver = await sharedBrowser(kind);
    const { host } = new URL(site.origin);
    const { page, origin } = await openDashboard(driver, [`${site.origin}/`]);
    const frame = await frameOf(page, site.origin);
    const before = (await storedCounts(driver, site.origin))?.tools ?? 0;

    expect(await stream(site, frame, `${kind}-on`)).toEqual({ through: 0, fault: null });
    await until(() => frame.$(HOST), 'the badge in the frame');
    expect(await page.$(HOST)).toBeNull();
    await until(
      async () => (await storedCounts(driver, site.origin))?.tools === before + 1,
      'the tool to be counted for the site of the frame',
    );
    await until(
      async () =>
        (await titleInFront(driver)) ===
        `Stream Fixer is on for ${host}, embedded in this page · 1 tool`,
      'the icon to show it',
    );

    const popup = await driver.openPopup(page, SWITCH);
    expect(await framesIn(popup)).toEqual([{ text: `${host} Embedded in this page`, on: 'true' }]);
    await popup.click(SWITCH);
    await until(async () => (await framesIn(popup))[0]?.on === 'false', 'the switch to show off');
    await until(async () => !(await siteStatus(driver, site.origin)).enabled, 'the site to be off');
    // A frame learns it a moment later.
    let replies = 0;
    const next = () => stream(site, frame, `${kind}-${++replies}`);
    await expect.poll(next).toEqual({ through: 2, fault: null });
    await until(
      async () =>
        (await titleInFront(driver)) === `Stream Fixer is off for ${new URL(origin).host}`,
      'the icon to go grey',
    );

    await popup.click(SWITCH);
    await until(async () => (await framesIn(popup))[0]?.on === 'true', 'the switch to show on');
    await until(async () => (await siteStatus(driver, site.origin)).enabled, 'the site to be on');
    await expect.poll(next).toEqual({ through: 0, fault: null });

    await page.evaluate(() => document.querySelector('iframe')?.remove());
    await until(async () => (await framesIn(popup)).length === 0, 'the popup to forget the frame');
    await popup.close();
    await until(
      async () =>
        (await titleInFront(driver)) === `Stream Fixer is off for ${new URL(origin).host}`,
      'the icon to go grey with the frame',
    );
  },
  120_000,
);

test.each(BROWSERS)(
  'the outer page and a site that is off are left alone (%s)',
  async (kind) => {
    const { site } = await chatSite(kind);
    const driver = await sharedBrowser(kind);
    const other = await serveStreams();
    onTestFinished(() => other.close());
    const { page, origin } = await openDashboard(driver, [`${site.origin}/`, `${other.origin}/`]);
    const frame = await frameOf(page, other.origin);

    expect((await stream(other, frame, 'plain')).through).toBe(2);
    const names = () =>
      [
        Function.prototype.toString.call(fetch),
        Function.prototype.toString.call(XMLHttpRequest.prototype.open),
      ].every((code) => /function (?:fetch|open)\(/.test(code));
    expect(await page.evaluate(names)).toBe(true);
    expect(await frame.evaluate(names)).toBe(true);
    const popup = await driver.openPopup(page, SWITCH);
    expect((await framesIn(popup)).map(({ text: said }) => said)).toEqual([
      expect.stringContaining(new URL(site.origin).host),
    ]);
    await popup.close();
    expect(await siteStatus(driver, origin)).toMatchObject({ enabled: false, registered: false });
  },
  120_000,
);

test.each(BROWSERS)(
  'it works in nested frames and in sandboxed ones; frames without an address are left alone (%s)',
  async (kind) => {
    const { site } = await chatSite(kind);
    const driver = await sharedBrowser(kind);
    const between = await servePage();
    onTestFinished(() => between.close());
    const { page } = await openDashboard(driver, [`${between.origin}/`]);
    const middle = await frameOf(page, between.origin);
    await middle.evaluate((address) => {
      const frame = document.createElement('iframe');
      frame.src = address;
      document.body.append(frame);
    }, `${site.origin}/`);
    const nested = await frameOf(page, site.origin);
    await until(
      () => nested.evaluate(() => 'start' in window).catch(() => false),
      'the nested page',
    );
    expect(await stream(site, nested, `${kind}-nested`)).toEqual({ through: 0, fault: null });

    const dashboard = await openDashboard(
      driver,
      [`${site.origin}/`],
      'allow-scripts allow-same-origin',
    );
    expect(
      await stream(site, await frameOf(dashboard.page, site.origin), `${kind}-sandboxed`),
    ).toEqual({
      through: 0,
      fault: null,
    });

    // It has the address of its site, but not its origin: anybody may have written what it shows.
    const closed = await openDashboard(driver, [`${site.origin}/`], 'allow-scripts');
    const alone = await frameOf(closed.page, site.origin);
    expect(
      await alone.evaluate(() => /function fetch\(/.test(Function.prototype.toString.call(fetch))),
    ).toBe(true);

    const own = await driver.newPage();
    onTestFinished(() => own.close());
    await own.goto(`${site.origin}/frames`);
    const patched = await own.evaluate(() =>
      [
        window,
        ...[...document.querySelectorAll('iframe')].map(({ contentWindow }) => contentWindow!),
      ].map(
        (view) =>
          !/function fetch\(/.test(Function.prototype.toString.call((view as typeof window).fetch)),
      ),
    );
    expect(patched).toEqual([true, false, false]);
  },
  120_000,
);
