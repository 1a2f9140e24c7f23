import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { patternFor, siteStatus } from '../../src/tools/browsers/enable-site.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { disableSite, revoke } from '../support/driving/access.ts';
import { reloadExtension } from '../support/driving/background.ts';
import { BROWSERS, EITHER, freshBrowser, sharedBrowser } from '../support/browsers.ts';
import type {} from '../support/open-webui-page/page.ts';
import { serveOpenWebUi, type OpenWebUiSite } from '../support/open-webui-page/site.ts';
import { pressOurs } from '../../src/tools/browsers/in-shadow.ts';
import { SWITCH, switchOn } from '../support/switch-on.ts';
import { untilListening } from './faked-chat.ts';
import { compare, DONE, marker, ROLE, STOP, text, toolEvent, type Frame } from './frames.ts';
import { serveStreams, type SiteOptions, type StreamPage, type StreamSite } from './stream-site.ts';
import { noticeIn } from './notice.ts';

declare const window: Window &
  StreamPage & { readonly openWebUi: { show(chat: string, messages: object[]): void } };

const REPLY = [
  ROLE,
  text('Let me look.'),
  marker('💻', 'ls -l'),
  text('\n\nTwo files.'),
  toolEvent('a', 'running'),
  toolEvent('a', 'completed'),
  STOP,
  DONE,
];
const PROGRESS = REPLY.filter(({ progress }) => progress);

let chat: OpenWebUiSite;

beforeAll(async () => {
  chat = await serveOpenWebUi();
});

afterAll(() => chat.close());

test.each(BROWSERS)(
  'in %s a chat that was open before the extension was installed works after three presses: socket, badges and a half-typed message are fine',
  async (kind) => {
    let opened: Page | null = null;
    const driver = await freshBrowser(kind, {
      async beforeInstall(browser) {
        const page = (opened = await browser.newPage());
        await page.goto(chat.origin);
        await untilListening(page);
        await page.evaluate(() =>
          window.openWebUi.show('chat', [{ id: 'q', user: 'Files?' }, { id: 'reply' }]),
        );
        await page.click('#chat-input');
        await page.keyboard.type('And then');
      },
    });
    onTestFinished(() => driver.close());
    const page = opened!;

    expect(await switchOn(driver, page)).toHaveLength(3);
    await until(
      async () => (await noticeIn(driver, page)).includes('Stream Fixer is on here.'),
      'the line that it is on',
    );

    const message = { chatId: 'chat', messageId: 'reply' };
    chat.emit(message, 'chat:completion', { content: 'Let me look.\n`⏰ list`\n\n\nTwo' });
    await until(
      async () => (await readBadges(driver, page)).lines.length === 1,
      'the badge of the running reply',
    );
    chat.emit(message, 'chat:completion', {
      content: 'Let me look.\n`⏰ list`\n\n\nTwo files.',
      done: true,
    });
    await until(
      async () => (await readBadges(driver, page)).folds.length === 1,
      'the badge of the finished reply',
    );

    expect(await page.$eval('#message-reply .chat-assistant', (reply) => reply.textContent)).toBe(
      'Let me look.Two files.',
    );
    expect(await page.$eval('#chat-input', (input) => input.textContent)).toBe('And then');
    await until(
      async () => !(await noticeIn(driver, page)).includes('Stream Fixer is on here.'),
      'the line to disappear by itself',
    );

    // An update leaves open pages with scripts that no longer work; the new version joins them as
    // on "Allow".
    await page.evaluate(() =>
      window.openWebUi.show('chat', [{ id: 'q', user: 'Files?' }, { id: 'next' }]),
    );
    await reloadExtension(driver);
    await page.bringToFront();
    await until(
      async () => (await noticeIn(driver, page)).includes('Stream Fixer is on here.'),
      'the updated extension to say that it is on',
    );
    await new Promise((done) => setTimeout(done, 2000));
    const next = { chatId: 'chat', messageId: 'next' };
    chat.emit(next, 'chat:completion', { content: 'Let me look.\n`⏰ list`\n\n\nTwo' });
    await until(
      async () => (await readBadges(driver, page)).lines.length === 1,
      'the badge of the running reply again',
    );
    chat.emit(next, 'chat:completion', {
      content: 'Let me look.\n`⏰ list`\n\n\nTwo files.',
      done: true,
    });
    await until(
      async () => (await readBadges(driver, page)).folds.length === 1,
      'the badge of the finished reply again',
    );

    expect(await page.$eval('#message-next .chat-assistant', (reply) => reply.textContent)).toBe(
      'Let me look.Two files.',
    );
  },
);

async function openStreams(
  driver: Driver,
  options?: SiteOptions,
): Promise<{ site: StreamSite; page: Page }> {
  const site = await serveStreams(options);
  const page = await driver.newPage();
  onTestFinished(async () => {
    await page.close();
    site.close();
  });
  await page.goto(site.origin);
  return { site, page };
}

/**
 * Makes the page request a reply and read it to its end.
 * @returns the progress that came through
 */
async function ask(
  { site, page }: { site: StreamSite; page: Page },
  name: string,
): Promise<readonly Frame[]> {
  await page.evaluate((given) => window.start(given), name);
  return finish({ site, page }, name, REPLY);
}

async function finish(
  { site, page }: { site: StreamSite; page: Page },
  name: string,
  rest: readonly Frame[],
) {
  const stream = await site.stream(name);
  await stream.write(...rest);
  stream.end();
  await until(
    () => page.evaluate((given) => window.reads[given]!.state === 'done', name),
    `${name} to be read`,
  );
  const { through, fault } = compare(
    await page.evaluate((given) => window.reads[given]!.text, name),
    REPLY,
  );
  expect(fault).toBeNull();
  return through;
}

/** Wraps natives as error reporters do: the hook works above and below such wrappers. */
const REPORTER = `<!doctype html><script>
for (const [owner, key] of [[window, 'fetch'], [EventTarget.prototype, 'addEventListener'], [window, 'setTimeout']]) {
  const native = owner[key];
  owner[key] = function (...args) { return native.apply(this, args); };
}
</script><title>Streams</title><script src="/page.js"></script><h1>Streams</h1>`;

test.each(BROWSERS)(
  'in %s all open tabs of a site work at once, from the next reply after a running one on',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const first = await openStreams(driver, {
      files: { '/': { type: 'text/html', body: REPORTER } },
    });
    const page = await driver.newPage();
    onTestFinished(() => page.close());
    await page.goto(first.site.origin);
    const second = { site: first.site, page };
    await page.evaluate(() => window.start('under-way'));
    const underWay = await first.site.stream('under-way');
    await underWay.write(...REPLY.slice(0, 4));

    await switchOn(driver, page);

    expect(await ask(second, 'second')).toEqual([]);
    await finish(second, 'under-way', REPLY.slice(4));
    await first.page.bringToFront();
    // A background tab may join later than the active one.
    let asked = 0;
    await expect.poll(() => ask(first, `first-${(asked += 1)}`), { timeout: 10_000 }).toEqual([]);
    expect(await first.page.evaluate(() => window.faults)).toEqual([]);
    expect(await page.evaluate(() => window.faults)).toEqual([]);
  },
);

test.each(BROWSERS)(
  'in %s scripts injected twice into a page do nothing the second time',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const tab = await openStreams(driver);
    await switchOn(driver, tab.page);
    expect(await ask(tab, 'once')).toEqual([]);
    const wrapped = await tab.page.evaluateHandle(() => fetch);

    await driver.beside(async (origin) => {
      const { chrome } = globalThis as unknown as {
        chrome: {
          tabs: { query(query: object): Promise<{ id: number; url?: string }[]> };
          scripting: { executeScript(script: object): Promise<unknown> };
        };
      };
      for (const { id, url } of await chrome.tabs.query({})) {
        if (!url?.startsWith(origin)) continue;
        for (const [file, world] of [
          ['/page-hook.js', 'MAIN'],
          ['/page-bridge.js', 'ISOLATED'],
          ['/page-hook.js', 'MAIN'],
          ['/page-badges.js', 'ISOLATED'],
          ['/page-badges.js', 'ISOLATED'],
        ])
          await chrome.scripting.executeScript({ target: { tabId: id }, files: [file], world });
      }
    }, tab.site.origin);

    expect(await tab.page.evaluate((before) => before === fetch, wrapped)).toBe(true);
    expect(await ask(tab, 'twice')).toEqual([]);
    await until(
      async () => (await readBadges(driver, tab.page)).folds.length === 2,
      'one badge for each reply',
    );
  },
);

test.each(BROWSERS)(
  'in %s a page that joined follows its site: off, on again and revoked, each at once',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const tab = await openStreams(driver);
    let asked = 0;
    const next = (): Promise<readonly Frame[]> => ask(tab, `reply-${(asked += 1)}`);
    await switchOn(driver, tab.page);
    expect(await next()).toEqual([]);

    await disableSite(driver, tab.page);
    await expect.poll(next, { timeout: 10_000 }).toEqual(PROGRESS);
    const popup = await driver.openPopup(tab.page, `${SWITCH}[aria-checked="false"]`);
    await popup.click(SWITCH);
    await until(
      async () => (await siteStatus(driver, tab.site.origin)).enabled,
      'the site to be on',
    );
    await popup.close();
    await tab.page.bringToFront();
    await expect.poll(next, { timeout: 10_000 }).toEqual([]);

    await revoke(driver, patternFor(driver, tab.site.origin));
    await tab.page.bringToFront();
    await expect.poll(next, { timeout: 10_000 }).toEqual(PROGRESS);
    expect(await noticeIn(driver, tab.page)).not.toContain('Stream Fixer');
    expect(await tab.page.evaluate(() => window.faults)).toEqual([]);
  },
);

/** What many a client library does when it is initialised. */
const KEEPER = `<!doctype html><script>window.kept = fetch;</script><title>Streams</title><script src="/page.js"></script><h1>Streams</h1>`;

/** Makes the page request a reply with the `fetch` that it kept. */
function askWithKept(page: Page, name: string): Promise<void> {
  return page.evaluate((given) => {
    const { kept } = window as unknown as { kept: typeof fetch };
    window.reads[given] = { text: '', state: 'open', error: '', stop: () => {}, cancel: () => {} };
    void kept
      .call(window, `/v1/chat/completions?${given}`, { method: 'POST', body: '{"messages":[]}' })
      .then(async (response) => {
        Object.assign(window.reads[given]!, { text: await response.text(), state: 'done' });
      });
  }, name);
}

test.each(BROWSERS)(
  'in %s a page that kept the native fetch from before is offered a reload with its first reply',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const tab = await openStreams(driver, { files: { '/': { type: 'text/html', body: KEEPER } } });
    const askKept = (name: string): Promise<void> => askWithKept(tab.page, name);
    await askKept('before');
    await tab.site.stream('before');
    await switchOn(driver, tab.page);
    await finish(tab, 'before', REPLY);
    expect(await ask(tab, 'known')).toEqual([]);
    // The running stream is over, and whatever is fetched now is clean: nothing to offer.
    expect(await noticeIn(driver, tab.page)).not.toContain('Reload this page');

    await askKept('after');
    expect(await finish(tab, 'after', REPLY)).toEqual(PROGRESS);

    await until(
      async () => (await noticeIn(driver, tab.page)).includes('Reload this page'),
      'the offer of a reload',
    );
    await tab.page.evaluate(() => Object.assign(window, { isOld: true }));
    const isNew = (): Promise<boolean> =>
      // While the page is loading nobody answers.
      tab.page.evaluate(() => !('isOld' in window) && 'start' in window).catch(() => false);
    await pressOurs(driver, tab.page, 'next', isNew);

    await askKept('again');
    expect(await finish(tab, 'again', REPLY)).toEqual([]);
    expect(await noticeIn(driver, tab.page)).not.toContain('Reload this page');
  },
);

test.each(EITHER)('in %s a dismissed offer of a reload is not repeated', async (kind) => {
  const driver = await sharedBrowser(kind);
  const tab = await openStreams(driver, { files: { '/': { type: 'text/html', body: KEEPER } } });
  await switchOn(driver, tab.page);
  const isOffered = async (): Promise<boolean> =>
    (await noticeIn(driver, tab.page)).includes('Reload this page');
  await askWithKept(tab.page, 'kept');
  await finish(tab, 'kept', REPLY);
  await until(isOffered, 'the offer of a reload');

  await pressOurs(driver, tab.page, 'dismiss', async () => !(await isOffered()));

  await askWithKept(tab.page, 'again');
  expect(await finish(tab, 'again', REPLY)).toEqual(PROGRESS);
  expect(await isOffered()).toBe(false);
  expect(await tab.page.evaluate(() => 'kept' in window.reads)).toBe(true);
});

test.each(BROWSERS)(
  'in %s an EventSource that was open before brings the next reply clean, with its badge',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const { site, page } = await openStreams(driver);
    await page.evaluate(() => {
      const heard: string[] = [];
      const source = new EventSource('/v1/chat/completions?events');
      source.onmessage = ({ data }) => heard.push(String(data));
      Object.assign(window, { heard });
    });
    const stream = await site.stream('events');

    await switchOn(driver, page);
    await stream.write(...REPLY);

    const heard = (): Promise<readonly string[]> =>
      page.evaluate(() => (window as unknown as { heard: readonly string[] }).heard);
    await until(async () => (await heard()).includes('[DONE]'), 'the end of the reply');
    // Nothing can keep an event from its listeners: one that was all marker comes with an empty
    // text.
    const frames = (await heard())
      .filter((data) => data !== '[DONE]')
      .map((data) => JSON.parse(data) as { choices: [{ delta: { content?: string } }] });
    expect(frames.map(({ choices: [{ delta }] }) => delta.content ?? '').join('')).toBe(
      'Let me look.\n\nTwo files.',
    );
    await until(
      async () => (await readBadges(driver, page)).folds.length === 1,
      'the badge of the finished reply',
    );
    expect(await page.evaluate(() => window.faults)).toEqual([]);
  },
);

test.each(BROWSERS)('in %s a page that needs a reload gets it from the popup', async (kind) => {
  const driver = await sharedBrowser(kind);
  const tab = await openStreams(driver, { files: { '/': { type: 'text/html', body: KEEPER } } });
  await switchOn(driver, tab.page);
  await askWithKept(tab.page, 'kept');
  await finish(tab, 'kept', REPLY);
  await until(
    async () => (await noticeIn(driver, tab.page)).includes('Reload this page'),
    'the offer of a reload',
  );

  const popup = await driver.openPopup(tab.page, '.works .button');
  const reloaded = tab.page.waitForNavigation({ timeout: 15_000 });
  await popup.click('.works .button');
  await reloaded;
  if (!(await popup.isClosed())) await popup.close();

  expect(await ask(tab, 'after')).toEqual([]);
  expect(await noticeIn(driver, tab.page)).not.toContain('Reload this page');
});
