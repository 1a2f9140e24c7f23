/** What a browser with administrator settings shows: what is locked, and how a reply looks. */
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite, siteStatus } from '../../src/tools/browsers/enable-site.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { popupTexts } from '../../src/pages/popup/texts.ts';
import { pageTexts } from '../../src/pages/parts/texts.ts';
import { NAMED_SITES_KEY } from '../../src/settings/store.ts';
import { openPage } from './driving/own-pages.ts';
import { DONE, marker, ROLE, STOP, text } from '../e2e/frames.ts';
import { serveStreams, type StreamSite } from '../e2e/stream-site.ts';
import { servePage } from './page-server.ts';
import { createPerson } from './person.ts';
import type { Background } from '../e2e/extension-api.ts';

/** Unlike the defaults: badges are shown, and no rule pack is on. */
export const POLICY = {
  settings: { badges: false, storedChats: true, packs: { kimi: true } },
} as const;
/** The rows of the settings that it locks. */
const LOCKED = ['badges', 'storedChats'];
/** The same of rule packs, which have a section of their own. */
const LOCKED_RULES = ['packs.kimi'];

/** Of wrong kinds, with invalid values, and unknown. */
export const NONSENSE = {
  settings: {
    badges: 'no',
    storedChats: 'never',
    volume: 11,
    repairs: { 'non sense': true, done: 'off' },
    packs: ['kimi'],
  },
  more: null,
};

/** Longer than a badge takes to appear: a tenth of a second. */
const BADGE_MS = 1500;
/** A line that the rule pack "kimi" removes. */
const SEARCH = '【检索 1】 [天气预报](/weather)';

/** A site that is on, and wants badges and no rules whatever others choose. */
export interface Chat {
  readonly site: StreamSite;
  readonly page: Page;
}

/** What a person sees of a reply with a tool and a search line in it. */
export interface Reply {
  readonly hasBadge: boolean;
  readonly hasMarker: boolean;
  readonly hasSearch: boolean;
  readonly faults: unknown;
}

/** A reply where nothing is locked. */
export const FREE_REPLY: Reply = { hasBadge: true, hasMarker: false, hasSearch: true, faults: [] };
/** A reply where `POLICY` holds. */
const LOCKED_REPLY: Reply = { hasBadge: false, hasMarker: false, hasSearch: false, faults: [] };

/** Switches a site on as a person does, and chooses for it what the policy forbids. */
export async function openChat(driver: Driver): Promise<Chat> {
  const site = await serveStreams();
  const page = await driver.newPage();
  onTestFinished(async () => {
    if (!page.isClosed()) await page.close().catch(() => null);
    site.close();
  });
  await page.goto(site.origin);
  await enableSite(driver, page);
  await driver.beside(async (key) => {
    const { local } = (globalThis as unknown as Background).chrome.storage;
    await local.set({
      [key]: { enabled: true, choices: { badges: true, packs: { kimi: false } } },
    });
  }, `site:${site.origin}`);
  return { site, page };
}

/**
 * Reloads the page, lets a whole reply stream in it, and waits until a person sees what is wanted.
 */
export async function expectReply(
  driver: Driver,
  { site, page }: Chat,
  name: string,
  wanted: Reply,
): Promise<void> {
  await page.bringToFront();
  await page.goto(site.origin);
  await page.evaluate(`window.start('${name}')`);
  const stream = await site.stream(name);
  await stream.write(
    ROLE,
    text('Begun.\n'),
    marker('💻', 'list'),
    text(`\n${SEARCH}\nOver.`),
    STOP,
    DONE,
  );
  stream.end();
  const read = () => page.evaluate(`window.reads['${name}'].text`).then(String);
  await until(async () => (await read()).includes('[DONE]'), 'the reply', 15_000);
  // Or one that is not wanted would be missed.
  await sleep(BADGE_MS);
  async function seen(): Promise<Reply> {
    const [badges, all] = [await readBadges(driver, page), await read()];
    return {
      hasBadge: badges.lines.length + badges.folds.length > 0,
      hasMarker: all.includes('list'),
      hasSearch: all.includes(SEARCH),
      faults: await page.evaluate('window.faults'),
    };
  }
  await expect.poll(seen).toEqual(wanted);
}

/** The settings of the chat's site, on the full page. */
export async function openSettings(driver: Driver, { site }: Chat): Promise<Page> {
  return openPage(
    driver,
    `options.html#settings?site=${encodeURIComponent(site.origin)}`,
    '[data-setting="badges"] .switch',
  );
}

/** The rule packs of the chat's site, on the full page. */
async function openRules(driver: Driver, { site }: Chat): Promise<Page> {
  return openPage(
    driver,
    `options.html#rules?site=${encodeURIComponent(site.origin)}`,
    '[data-pack="kimi"] .switch',
  );
}

/** The settings that the page shows as set by an administrator. */
export function lockedOn(page: Page): Promise<string[]> {
  return page.evaluate(
    (words) =>
      [...document.querySelectorAll<HTMLElement>('[data-setting]')]
        .filter((row) =>
          [...row.querySelectorAll('.tag')].some(({ textContent }) => textContent === words),
        )
        .map(({ dataset }) => dataset.setting ?? ''),
    pageTexts.locked,
  );
}

/**
 * Checks that these settings of the chat show `POLICY`, that nobody can change what it sets, and
 * that it holds in a reply.
 */
export async function expectLocked(driver: Driver, chat: Chat, settings: Page): Promise<void> {
  await expect.poll(() => lockedOn(settings)).toEqual(LOCKED);
  await expectPresses(settings, 'badges', ['false', 'false', 'false']);
  await expectPresses(settings, 'storedChats', ['true', 'true', 'true']);
  await expectPresses(settings, 'imitation', ['true', 'false', 'true']);
  const rules = await openRules(driver, chat);
  onTestFinished(() => rules.close());
  await expect.poll(() => lockedOn(rules)).toEqual(LOCKED_RULES);
  await expectReply(driver, chat, 'locked', LOCKED_REPLY);
}

/**
 * Presses a switch by mouse, then by keyboard.
 * @param states whether it is on before, and after each press
 */
async function expectPresses(
  page: Page,
  setting: string,
  [before, ...after]: readonly [before: string, clicked: string, pressed: string],
): Promise<void> {
  const selector = `[data-setting="${setting}"] .switch`;
  const state = () =>
    page.evaluate(
      (wanted) => document.querySelector(wanted)?.getAttribute('aria-checked') ?? null,
      selector,
    );
  const isLocked = after.every((each) => each === before);
  await page.bringToFront();
  expect(await state()).toBe(before);
  const presses = [() => page.click(selector), () => page.keyboard.press(' ')];
  for (const [i, press] of presses.entries()) {
    await press();
    // Only time shows that nothing changes.
    if (isLocked) await sleep(500);
    // A change shows once it is stored. A press before that would ask for the same.
    await expect.poll(state).toBe(after[i]);
    await page.focus(selector);
  }
}

/** What the extension took for the administrator's choices. */
export function taken(driver: Driver): Promise<unknown> {
  return driver.beside(async () => {
    const { chrome } = globalThis as unknown as Background;
    return (await chrome.storage.local.get('managed')).managed ?? {};
  });
}

/**
 * Turns on, by one button each, two chats that a policy names: on the welcome page, and in the
 * popup. Checks what is said above the button, and what has to be pressed.
 * @param setPolicy makes a policy with these sites known, and returns the browser that has it
 */
export async function expectNamed(
  setPolicy: (sites: readonly string[]) => Promise<Driver>,
): Promise<void> {
  const chats = [await servePage(), await servePage()];
  onTestFinished(() => chats.forEach((chat) => chat.close()));
  const driver = await setPolicy(chats.map(({ origin }) => `${origin}/`));
  await expect
    .poll(() => takenSites(driver), { timeout: 20_000 })
    .toEqual(chats.map(({ origin }) => origin));

  for (const [i, from] of (['welcome', 'popup'] as const).entries()) {
    const { origin } = chats[i]!;
    const page = await driver.newPage();
    onTestFinished(() => page.close().catch(() => {}));
    await page.goto(origin);
    expect(await turnOnNamed(driver, page, from)).toEqual({
      said: popupTexts.setUp(new URL(origin).host),
      presses: from === 'popup' ? ['the icon', 'Turn on', 'Allow'] : ['Turn on', 'Allow'],
    });
  }
}

/**
 * Turns on, by the one button, a chat that the policy names.
 * @returns what was said above the button, and what was pressed
 */
async function turnOnNamed(driver: Driver, chat: Page, from: 'welcome' | 'popup') {
  const { origin } = new URL(chat.url());
  const person = createPerson(driver);
  let said: string;
  if (from === 'welcome') {
    const button = `[data-named="${origin}"]`;
    const welcome = await openPage(driver, 'welcome.html', button);
    onTestFinished(() => welcome.close());
    await welcome.bringToFront();
    said = await welcome.$eval('.named p', ({ textContent }) => textContent ?? '');
    await person.click('Turn on', welcome, button);
  } else {
    const popup = await person.openPopup(chat, '[data-step="turn-on"]');
    said = await popup.text('.offer > p');
    await person.click('Turn on', popup, '[data-step="turn-on"]');
  }
  await person.allow();
  await until(
    async () => (await siteStatus(driver, origin)).enabled,
    'the named chat to be on',
    15_000,
  );
  // The welcome page shows it a moment later: a popup opened before would be closed, or be that of
  // this chat.
  await until(
    () => chat.evaluate(() => document.visibilityState === 'visible'),
    'the named chat in front',
    15_000,
  );
  return { said, presses: person.presses };
}

/** What the extension took for the sites that the administrator names. */
function takenSites(driver: Driver): Promise<unknown> {
  return driver.beside(async (key) => {
    const { chrome } = globalThis as unknown as Background;
    return (await chrome.storage.local.get(key))[key] ?? [];
  }, NAMED_SITES_KEY);
}
