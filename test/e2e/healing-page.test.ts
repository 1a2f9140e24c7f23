import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { healingAddress } from '../../src/healing/address.ts';
import { healingTexts as texts } from '../../src/healing/texts.ts';
import { storedTexts } from '../../src/pages/popup/texts.ts';
import { openPage } from '../support/driving/own-pages.ts';
import { violationsIn } from '../support/axe.ts';
import { BROWSERS, EITHER } from '../support/browsers.ts';
import { chatsOf, replies, type ListedChat } from '../support/chats-behind.ts';
import { savesFiles } from '../support/downloads.ts';
import { MEMBER } from '../support/open-webui-api.ts';
import { focused, reach } from './keyboard.ts';
import type { FakeOpenWebUi } from '../healing/fake-open-webui.ts';
import { COMMIT } from '../healing/chats.ts';
import { press, shown, textsOf } from './own-page.ts';
import { signIn } from './signed-in.ts';
import type { Background } from './extension-api.ts';

const MARKER = '`⏰ list`';
const LOOK = '[data-step="look"]';
const HEAL = '[data-step="heal"]';
const SHOW = '[data-step="show"]';

const THREE: readonly ListedChat[] = [
  { title: 'First', turns: 3 },
  { title: '<b>Second</b>', turns: 1 },
  { title: 'Clean', turns: 2, reply: () => 'All is `well`.' },
];

interface Site {
  readonly driver: Driver;
  /** A page of the chat server. */
  readonly chatPage: Page;
  readonly chats: FakeOpenWebUi;
  readonly origin: string;
}

/** A server with chats, open in a tab with the site on, and somebody signed in to it. */
async function openSite(kind: BrowserKind, list = THREE, path = '/'): Promise<Site> {
  const chats = chatsOf(list);
  return { ...(await openServer(kind, { chats, path })), chats };
}

/** The same with other chats behind it. */
async function openServer(
  kind: BrowserKind,
  options: Parameters<typeof signIn>[2],
): Promise<Omit<Site, 'chats'>> {
  const { driver, page, server } = await signIn(kind, MEMBER, options);
  return { driver, chatPage: page, origin: server.origin };
}

/** Opens the healing page, once `ready` is there. */
async function openHealing(
  { driver, origin }: Pick<Site, 'driver' | 'origin'>,
  ready: string,
  chat: string | null = null,
): Promise<Page> {
  const page = await openPage(driver, healingAddress({ tab: null, site: origin, chat }), ready);
  onTestFinished(async () => {
    if (!page.isClosed()) await page.close();
  });
  return page;
}

test.each(BROWSERS)(
  'in %s chats are found, shown, cleaned if selected, and restored',
  async (kind) => {
    const site = await openSite(kind);
    const { chats } = site;
    const before = chats.snapshot();
    const page = await openHealing(site, LOOK);
    expect(await page.evaluate(() => [document.title, document.documentElement.lang])).toEqual([
      `${texts.title} · Stream Fixer`,
      'en',
    ]);

    await press(page, LOOK);
    await shown(page, HEAL);
    expect(await textsOf(page, '.list bdi')).toEqual(['First', '<b>Second</b>']);
    expect((await textsOf(page, '[data-chat="chat-1"] .small'))[0]).toContain(
      '3 markers in 3 of 3 replies, since 9 October 2025',
    );
    await press(page, `[data-chat="chat-1"] ${SHOW}`);
    await shown(page, 'del');
    expect((await textsOf(page, 'del'))[0]).toContain(MARKER);
    expect((await textsOf(page, '.pane:last-child .text')).join()).not.toContain(MARKER);
    await press(page, '[data-chat="chat-2"] input');
    expect(chats.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    await press(page, HEAL);

    await shown(page, '[data-outcome="healed"]');
    expect(await textsOf(page, '[data-outcome] .small')).toEqual([
      'Cleaned: 3 markers in 3 replies.',
    ]);
    expect(replies(chats, 'chat-1')).not.toContain(MARKER);
    expect(replies(chats, 'chat-2')).toContain(MARKER);

    // It is listed above, with the same button.
    expect(await textsOf(page, '[data-backup]')).toEqual([]);
    await press(page, '[data-outcome="healed"] [data-step="undo"]');
    await shown(page, '[data-outcome="restored"]');
    expect(chats.snapshot()).toEqual(before);
  },
);

test.each(BROWSERS)(
  'in %s after a page was closed in the middle, the next one finds and cleans the rest',
  async (kind) => {
    const site = await openSite(kind);
    const { chats } = site;
    const before = chats.snapshot();
    chats.fault = ({ method, path }) =>
      method === 'POST' && path.endsWith('/chat-2') ? 'death-before' : null;
    const first = await openHealing(site, LOOK);
    await press(first, LOOK);
    await press(first, HEAL);
    await shown(first, 'progress[value="1"]');
    await until(
      () =>
        chats.requests.some(({ method, path }) => method === 'POST' && path.endsWith('/chat-2')),
      'the second chat to be written',
    );
    await first.close();
    chats.fault = () => null;

    const page = await openHealing(site, '[data-backup="healed"]');
    expect(await textsOf(page, '[data-backup="in-doubt"]')).toHaveLength(1);
    await press(page, LOOK);
    await shown(page, HEAL);
    expect(await textsOf(page, '[data-chat] bdi')).toEqual(['<b>Second</b>']);
    await press(page, HEAL);
    await shown(page, '[data-outcome="healed"]');
    expect(replies(chats, 'chat-1') + replies(chats, 'chat-2')).not.toContain(MARKER);

    await until(
      async () => (await textsOf(page, '[data-backup="healed"]')).length === 1,
      'the other backup',
    );
    await page.evaluate(() =>
      document
        .querySelectorAll<HTMLElement>('[data-step="undo"]')
        .forEach((button) => button.click()),
    );
    await shown(page, '[data-backup="undone"]');
    await shown(page, '[data-outcome="restored"]');
    expect(chats.snapshot()).toEqual(before);
  },
);

test.each(BROWSERS)(
  'in %s a page continues in no other tab than its own until it is reloaded',
  async (kind) => {
    const site = await openSite(kind);
    const { driver, chats, chatPage, origin } = site;
    const page = await openHealing(site, HEAL, 'chat-1');
    const other = await driver.newPage();
    onTestFinished(() => other.close());
    await other.goto(origin);
    await chatPage.close();
    const before = chats.requests.length;

    await press(page, HEAL);
    await shown(page, '[data-outcome="failed"]');
    expect((await textsOf(page, '[data-outcome="failed"]')).join()).toContain(
      texts.trouble.tabGone,
    );
    expect(chats.requests.slice(before)).toEqual([]);

    await page.close();
    const again = await openHealing(site, HEAL, 'chat-1');
    await press(again, HEAL);
    await shown(again, '[data-outcome="healed"]');
    expect(replies(chats, 'chat-1')).not.toContain(MARKER);
  },
  60_000,
);

test.each(BROWSERS)(
  'in %s a page without a tab of the site says so, still has the backups, and continues with another tab',
  async (kind) => {
    const site = await openSite(kind);
    const { driver, chatPage, origin } = site;
    const page = await openHealing(site, 'del, [data-step="heal"]', 'chat-1');
    await press(page, HEAL);
    await shown(page, '[data-outcome="healed"]');

    await chatPage.close();
    await press(page, '[data-step="undo"]');
    await until(
      async () =>
        (await textsOf(page, '[data-outcome] [role="status"]')).join().includes(texts.undoFailed),
      'the failure to be shown',
      15_000,
    );
    await page.close();
    const lonely = await openHealing(site, '[data-backup="healed"]');
    expect(await textsOf(lonely, '.stage')).toEqual([expect.stringContaining(texts.noTab)]);

    const other = await driver.newPage();
    onTestFinished(() => other.close());
    await other.goto(origin);
    await press(lonely, '.stage .primary');
    await expect
      .poll(async () => (await textsOf(lonely, '.stage')).join())
      .not.toContain(texts.noTab);
    await press(lonely, '.backups [data-step="undo"]');
    await shown(lonely, '[data-backup="undone"]');
    expect(replies(site.chats, 'chat-1')).toContain(MARKER);
  },
);

/** Changes what the person says of the site. */
async function saysHermes(
  { driver, origin }: Pick<Site, 'driver' | 'origin'>,
  on: boolean,
): Promise<void> {
  const selector = '[data-setting="hermes"] .switch';
  const settings = await openPage(
    driver,
    `options.html#settings?site=${encodeURIComponent(origin)}`,
    selector,
  );
  await press(settings, selector);
  await until(
    async () => (await driver.beside(readSite, `site:${origin}`)) === on,
    'the setting to be kept',
  );
  await settings.close();
}

async function readSite(key: string): Promise<boolean> {
  const { chrome } = globalThis as unknown as Background;
  const site = (await chrome.storage.local.get(key))[key] as
    | { choices: { hermes?: boolean } }
    | undefined;
  return site?.choices.hermes === true;
}

test.each(EITHER)(
  'in %s lines that look like markers are counted and cleaned if a person says that the site uses Hermes, and not found afterwards',
  async (kind) => {
    const site = await openSite(
      kind,
      [
        { title: 'Commits', turns: 2, reply: () => COMMIT },
        { title: 'More', turns: 1, reply: () => COMMIT },
      ],
      '/c/chat-1',
    );
    const { driver, chats, chatPage } = site;
    const before = chats.snapshot();

    /** What the popup says of the chat, once it has read it. */
    async function counted(): Promise<string> {
      const popup = await driver.openPopup(chatPage, '[data-chat]');
      let words = '';
      await until(
        async () => (words = await popup.text('[data-chat]')) !== storedTexts.reading,
        'the chat to be read',
      );
      if (!(await popup.isClosed())) await popup.close();
      return words;
    }

    const clean = await counted();
    await saysHermes(site, true);
    expect(await counted()).toBe('2 markers in 2 of 2 replies, since 9 October 2025.');
    const page = await openHealing(site, LOOK);
    await press(page, LOOK);
    await shown(page, HEAL);
    expect(await textsOf(page, '.list bdi')).toEqual(['Commits', 'More']);

    // What was shown is cleaned, whatever was said since.
    await saysHermes(site, false);
    await press(page, HEAL);
    await until(
      async () => (await textsOf(page, '[data-outcome="healed"]')).length === 2,
      'both chats to be clean',
    );
    expect(replies(chats, 'chat-1') + replies(chats, 'chat-2')).not.toContain('📝');
    await press(page, '.stage [data-step="undo-all"]');
    await until(
      async () => (await textsOf(page, '[data-outcome="restored"]')).length === 2,
      'both chats to be restored',
    );
    expect(chats.snapshot()).toEqual(before);

    await page.close();
    const again = await openHealing(site, LOOK);
    await press(again, LOOK);
    await until(
      async () => (await textsOf(again, '.stage h2')).join() === texts.cleanTitle,
      'nothing to be found',
    );
    expect(await counted()).toBe(clean);
  },
);

test('with the keyboard alone a chat is found, reviewed, cleaned and restored', async () => {
  const site = await openSite('chromium');
  const page = await openHealing(site, LOOK);
  await page.bringToFront();

  await reach(page, LOOK);
  await page.keyboard.press('Enter');
  await reach(page, '[data-chat="chat-1"] input');
  await page.keyboard.press('Space');
  await reach(page, `[data-chat="chat-2"] ${SHOW}`);
  await page.keyboard.press('Enter');
  await reach(page, '.text');
  await reach(page, HEAL);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Clean 1 chat');
  await page.keyboard.press('Enter');
  await reach(page, '[data-outcome="healed"] [data-step="undo"]');
  expect(replies(site.chats, 'chat-2')).not.toContain(MARKER);
  await page.keyboard.press('Enter');
  await shown(page, '[data-outcome="restored"]');
  // Its button is gone.
  await expect.poll(() => focused(page)).toBe('li');
  expect((await textsOf(page, '.stage > p')).join()).toContain(texts.undoSummary(1, 1));

  expect(replies(site.chats, 'chat-2')).toContain(MARKER);
  expect(replies(site.chats, 'chat-1')).toContain(MARKER);
});

test('backups are saved to a file, and gone when they are deleted', async () => {
  const site = await openSite('chromium');
  const page = await openHealing(site, HEAL, 'chat-2');
  await press(page, HEAL);
  await shown(page, '[data-outcome="healed"]');
  await press(page, '[data-step="start"]');

  const savedFile = await savesFiles(site.driver, '.json');
  await press(page, '[data-step="save"]');
  const { name, text } = await savedFile();
  expect(name).toBe(`stream-fixer-backups-${new URL(site.origin).host.replace(':', '-')}.json`);
  expect(text).toContain(MARKER);

  await press(page, '[data-step="delete"]');
  await shown(page, '[data-step="keep"]');
  await page.focus('[data-step="keep"]');
  await press(page, '[data-step="keep"]');
  await expect.poll(() => focused(page)).toBe('undo');
  await press(page, '[data-step="delete"]');
  await press(page, '[data-step="delete-now"]');
  await until(
    async () => (await textsOf(page, '.backups')).join().includes(texts.noBackups),
    'the backups to be gone',
  );
});

/** More than a window shows. */
const MANY: readonly ListedChat[] = Array.from({ length: 12 }, (_, i) => ({
  title: `Chat ${i + 1}`,
  turns: 1,
}));

/**
 * Whether a button is fully visible, with nothing over it, and the page no wider than its window.
 */
function inSight(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((wanted) => {
    const button = document.querySelector(wanted);
    if (!button) return false;
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const fits = document.documentElement.scrollWidth <= innerWidth;
    return (
      inside &&
      fits &&
      button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
    );
  }, selector);
}

test.each(BROWSERS)(
  'in %s the actions for many chats are always in sight, the focus is never behind them, and all can be restored',
  async (kind) => {
    const site = await openSite(kind, MANY);
    const before = site.chats.snapshot();
    const page = await openHealing(site, LOOK);
    await press(page, LOOK);
    await shown(page, HEAL);
    // 200 % of 640 pixels are 320.
    for (const [width, height] of [
      [800, 600],
      [320, 360],
    ] as const) {
      await page.setViewport({ width, height });
      for (const to of ['0', 'document.querySelector(".list").offsetTop + 2000']) {
        await page.evaluate(`scrollTo(0, ${to})`);
        await until(() => inSight(page, HEAL), `the button at ${to} of ${width}`);
      }
      // Down the list with the keyboard: each control must be fully visible.
      await page.evaluate(() =>
        document.querySelectorAll<HTMLElement>('[data-chat] input')[3]?.focus(),
      );
      for (let step = 0; step < 12; step += 1) {
        await page.keyboard.press('Tab');
        // Firefox scrolls to the focused element in the next frame.
        await until(
          () =>
            page.evaluate(() => {
              const { left, right, bottom } = document.activeElement!.getBoundingClientRect();
              return document.activeElement!.contains(
                document.elementFromPoint((left + right) / 2, bottom - 2),
              );
            }),
          `what has the focus after ${step + 1} presses of Tab at ${width}`,
        );
      }
    }
    expect(await violationsIn(page)).toEqual([]);
    await page.setViewport({ width: 800, height: 600 });

    await press(page, HEAL);
    await until(
      () =>
        page.evaluate(
          (count) => document.querySelectorAll('[data-outcome="healed"]').length === count,
          MANY.length,
        ),
      'all chats to be cleaned',
      60_000,
    );
    expect(await textsOf(page, '.stage [data-step="undo-all"]')).toEqual([
      texts.undoAll(MANY.length),
    ]);
    await until(() => inSight(page, '.stage [data-step="undo-all"]'), 'the button that undoes all');
    await press(page, '.stage [data-step="undo-all"]');
    await until(
      () =>
        page.evaluate(
          (count) => document.querySelectorAll('[data-outcome="restored"]').length === count,
          MANY.length,
        ),
      'all chats to be restored',
      60_000,
    );

    expect(await textsOf(page, '[role="status"].unseen')).toEqual([
      texts.undoSummary(MANY.length, MANY.length),
    ]);
    expect(site.chats.snapshot()).toEqual(before);
  },
  180_000,
);

test.each(EITHER)(
  'in %s after an undo of everything whose page was closed, the next one restores the rest',
  async (kind) => {
    const site = await openSite(kind, MANY.slice(0, 6));
    const before = site.chats.snapshot();
    const first = await openHealing(site, LOOK);
    await press(first, LOOK);
    await press(first, HEAL);
    await shown(first, '.stage [data-step="undo-all"]');
    site.chats.fault = ({ method, path }) =>
      method === 'POST' && path.endsWith('/chat-3') ? 'death-before' : null;
    await press(first, '.stage [data-step="undo-all"]');
    await shown(first, '[data-outcome="restored"]');
    await first.close();
    site.chats.fault = () => null;

    const page = await openHealing(site, '.backups [data-step="undo-all"]');
    await press(page, '.backups [data-step="undo-all"]');
    await expect.poll(() => site.chats.snapshot(), { timeout: 15_000 }).toEqual(before);
  },
);
