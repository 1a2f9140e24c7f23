/** The settings of the full page in real browsers: choices are kept, and imports can be undone. */
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite, siteStatus } from '../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { pageTexts } from '../../src/pages/parts/texts.ts';
import { ADVANCED, SECTIONS } from '../../src/extension/routes.ts';
import { welcomeTexts } from '../../src/pages/welcome/texts.ts';
import { settingsTexts as texts } from '../../src/settings/texts.ts';
import { MAX_FILE } from '../../src/settings/settings-file.ts';
import { writeSettingsFile } from '../../src/settings/settings-file.ts';
import { openPage } from '../support/driving/own-pages.ts';
import { BROWSERS, EITHER, sharedBrowser } from '../support/browsers.ts';
import { savesFiles } from '../support/downloads.ts';
import { openSite } from '../support/site.ts';
import { packCalled } from '../settings/some-settings.ts';
import { isFocused, reach } from './keyboard.ts';
import { press, shown } from './own-page.ts';
import { stored } from './figures.ts';
import { replaceStored } from './kept-rules.ts';

const HOME = 'http://localhost:3000';
const OTHER_PORT = 'http://localhost:8080';
/** Rules and inspector are behind it. */
const FOLD = 'nav summary';
const READY = '[data-setting="badges"] .switch';
const PACK = packCalled('my-agent', 'My agent');

type Stored = Record<string, unknown>;

const SEED: Stored = {
  settings: { storedChats: true },
  packs: [PACK],
  [`site:${HOME}`]: {
    enabled: false,
    choices: { history: false, repairs: { done: false }, packs: { 'my-agent': true } },
  },
  [`site:${OTHER_PORT}`]: { enabled: false, choices: {} },
};

/** The settings, of everything that is stored. */
async function chosen(driver: Driver): Promise<Stored> {
  const entries = Object.entries(await stored(driver));
  return Object.fromEntries(
    entries.filter(
      ([key]) =>
        key === 'settings' ||
        key === 'packs' ||
        key === `site:${HOME}` ||
        key === `site:${OTHER_PORT}`,
    ),
  );
}

/** The shared browser with these settings; it gets its own back when the test is over. */
async function withStorage(kind: BrowserKind, seed: Stored): Promise<Driver> {
  const driver = await sharedBrowser(kind);
  const before = await stored(driver);
  onTestFinished(() => replaceStored(driver, before));
  await replaceStored(driver, seed);
  return driver;
}

async function openSettings(
  driver: Driver,
  site: string | null = null,
  ready = READY,
): Promise<Page> {
  const page = await openPage(
    driver,
    `options.html#settings${site === null ? '' : `?site=${encodeURIComponent(site)}`}`,
    ready,
  );
  onTestFinished(async () => {
    if (!page.isClosed()) await page.close();
  });
  return page;
}

function textOf(page: Page, selector: string): Promise<string> {
  return page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(wanted)].map(({ textContent }) => textContent).join('\n'),
    selector,
  );
}

function isOn(page: Page, setting: string): Promise<boolean> {
  return page.evaluate(
    (wanted) =>
      document.querySelector(`[data-setting="${wanted}"] .switch`)?.getAttribute('aria-checked') ===
      'true',
    setting,
  );
}

async function pick(page: Page, selector: string, value: string): Promise<void> {
  await shown(page, selector);
  await page.select(selector, value);
}

/** Puts a file into the page's input, as the browser's own dialog does. */
async function chooseFile(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('There is no input for a file.');
    const files = new DataTransfer();
    files.items.add(new File([content], 'chosen.json', { type: 'application/json' }));
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, text);
}

test.each(BROWSERS)(
  'in %s settings for all sites and for one are kept, and differences are shown',
  async (kind) => {
    const driver = await withStorage(kind, SEED);
    const page = await openSettings(driver);

    await press(page, '[data-setting="badges"] .switch');
    await press(page, '[data-setting="imitation"] .switch');
    await expect
      .poll(() => chosen(driver))
      .toMatchObject({ settings: { storedChats: true, badges: false, imitation: false } });
    await expect
      .poll(() => textOf(page, '[data-setting="badges"] .tag'))
      .toBe(texts.changed(texts.on));

    await pick(page, '#site', HOME);
    await expect.poll(() => page.title()).toBe('Settings · localhost:3000 · Stream Fixer');
    expect(new URL(page.url()).hash).toBe(`#settings?site=${encodeURIComponent(HOME)}`);
    expect(await textOf(page, '[data-own]')).toBe(texts.ownCount(3));
    expect(await isOn(page, 'badges')).toBe(false);
    await press(page, '[data-setting="badges"] .switch');
    await press(page, '[data-setting="repairLegal"] .switch');
    await expect
      .poll(() => chosen(driver))
      .toMatchObject({
        settings: { storedChats: true, badges: false, imitation: false },
        [`site:${HOME}`]: {
          enabled: false,
          choices: {
            badges: true,
            history: false,
            repairLegal: true,
            repairs: { done: false },
            packs: { 'my-agent': true },
          },
        },
        [`site:${OTHER_PORT}`]: { enabled: false, choices: {} },
      });
    await expect
      .poll(() => textOf(page, '[data-setting="badges"] .tag'))
      .toBe(texts.differs(texts.off));

    await pick(page, '#site', OTHER_PORT);
    await expect.poll(() => textOf(page, '[data-own]')).toBe(texts.ownCount(0));
    expect(await isOn(page, 'badges')).toBe(false);
    expect(await isOn(page, 'history')).toBe(true);
  },
);

test.each(EITHER)(
  'in %s the settings for all sites list the sites, with a link to the settings of each',
  async (kind) => {
    const driver = await withStorage(kind, SEED);
    const page = await openPage(driver, 'options.html#settings', `[data-setting="site ${HOME}"]`);
    onTestFinished(() => page.close());

    await shown(page, `[data-setting="site ${OTHER_PORT}"] .switch`);
    expect(await textOf(page, `[data-setting="site ${HOME}"]`)).toContain(welcomeTexts.asksNext);
    await press(page, `[data-setting="site ${HOME}"] a`);

    await shown(page, READY);
    expect(new URL(page.url()).hash).toBe(`#settings?site=${encodeURIComponent(HOME)}`);
  },
);

test.each(EITHER)(
  'in %s the list of sections stands where it is, whichever is shown',
  async (kind) => {
    const page = await openSettings(await withStorage(kind, SEED));
    for (const width of [1280, 1600]) {
      await page.setViewport({ width, height: 800 });
      const places = new Set<number | undefined>();
      for (const section of [...SECTIONS, 'settings' as const]) {
        if (section === ADVANCED[0]) await press(page, FOLD);
        await press(page, `nav a[href="#${section}"]`);
        await expect.poll(() => textOf(page, 'h1')).toBe(pageTexts.sections[section]);
        places.add(
          await page.evaluate(() => document.querySelector('nav')?.getBoundingClientRect().x),
        );
      }
      expect([...places]).toEqual([expect.any(Number)]);
    }
  },
);

test.each(EITHER)(
  'in %s a pack is switched and reset in the rules, and in no other section',
  async (kind) => {
    const driver = await withStorage(kind, SEED);
    const page = await openSettings(driver, HOME);
    expect(
      await page.evaluate(() => document.querySelectorAll('[data-setting^="packs."]').length),
    ).toBe(0);

    await press(page, FOLD);
    await press(page, `nav a[href^="#rules"]`);
    await shown(page, '[data-pack="my-agent"] [aria-checked="true"]');
    await press(page, '[data-pack="my-agent"] [data-step="reset"]');

    await shown(page, '[data-pack="my-agent"] [aria-checked="false"]');
    await expect
      .poll(async () => JSON.stringify(await chosen(driver)))
      .not.toContain('"my-agent":true');
  },
);

test.each(EITHER)(
  'in %s one setting is reset, all of a site are, and that is undone',
  async (kind) => {
    const driver = await withStorage(kind, SEED);
    const page = await openSettings(driver, HOME);

    await press(page, '[data-setting="history"] [data-step="reset"]');
    await expect.poll(() => isOn(page, 'history')).toBe(true);
    expect(await chosen(driver)).toMatchObject({
      [`site:${HOME}`]: { choices: { repairs: { done: false }, packs: { 'my-agent': true } } },
    });

    await press(page, '[data-step="reset-all"]');
    await shown(page, '[data-undo="open"]');
    await expect
      .poll(() => chosen(driver))
      .toEqual({ ...SEED, [`site:${HOME}`]: { enabled: false, choices: {} } });
    expect(await textOf(page, '[data-undo]')).toContain(texts.resetDone(2));

    await press(page, '[data-step="undo"]');
    await shown(page, '[data-undo="done"]');
    await expect
      .poll(() => chosen(driver))
      .toEqual({
        ...SEED,
        [`site:${HOME}`]: {
          enabled: false,
          choices: { repairs: { done: false }, packs: { 'my-agent': true } },
        },
      });
  },
);

test.each(BROWSERS)('in %s a site is switched off and on again', async (kind) => {
  const { driver, page, origin } = await openSite(kind);
  await enableSite(driver, page);
  const settings = await openSettings(
    driver,
    origin,
    `[data-setting="site ${origin}"] .switch[aria-checked="true"]`,
  );
  await settings.bringToFront();

  await settings.click(`[data-setting="site ${origin}"] .switch`);
  await expect.poll(() => siteStatus(driver, origin)).toMatchObject({ enabled: false });
  await shown(settings, `[data-setting="site ${origin}"] .switch[aria-checked="false"]`);

  await settings.click(`[data-setting="site ${origin}"] .switch`);
  await expect
    .poll(() => siteStatus(driver, origin))
    .toMatchObject({ enabled: true, registered: true });
});

const HEAD = '"format": "stream-fixer-settings", "version": 1';

test.each(EITHER)(
  'in %s a file that is broken, hostile, newer or of another kind is rejected in clear words, and nothing changes',
  async (kind) => {
    const driver = await withStorage(kind, SEED);
    const page = await openSettings(driver);

    for (const [text, words] of [
      ['{"format": "stream-fixer-settings", "vers', texts.problems['other-file']],
      ['\u0000\u0001', texts.problems['other-file']],
      ['['.repeat(200_000), texts.problems['other-file']],
      ['{"badges": false}', texts.problems['other-file']],
      [
        '{"__proto__": {"format": "stream-fixer-settings", "version": 1}}',
        texts.problems['other-file'],
      ],
      [
        '{"format": "stream-fixer-settings", "version": 2, "everywhere": {}, "sites": {}, "packs": []}',
        texts.problems['newer-version'],
      ],
      [`{${HEAD}, "everywhere": [], "sites": {}, "packs": []}`, texts.problems['other-file']],
      [' '.repeat(MAX_FILE + 1), texts.problems['other-file']],
    ] as const) {
      await chooseFile(page, text);
      await expect
        .poll(() => textOf(page, '[data-import]'), { message: text.slice(0, 80) })
        .toBe(words);
      expect(
        await page.evaluate(() => document.querySelector('[data-import]')?.getAttribute('role')),
      ).toBe('alert');
    }
    await chooseFile(
      page,
      `{${HEAD}, "everywhere": {"__proto__": {"badges": false}, "volume": "<img src=x>", "<b>bold</b>": 1}, "sites": {"javascript:alert(1)": {"badges": false}}, "packs": [{"id": "caipe"}]}`,
    );
    await shown(page, '[data-import="left-out"]');
    expect(await textOf(page, '[data-import]')).toBe(
      texts.leftOut('__proto__, volume, <b>bold</b>, javascript:alert(1), caipe'),
    );
    expect(
      await page.evaluate(
        () => document.querySelectorAll('[data-import] img, [data-import] b').length,
      ),
    ).toBe(0);

    await press(page, '[data-step="undo"]');
    await shown(page, '[data-undo="done"]');
    expect(await chosen(driver)).toEqual(SEED);
  },
);

test.each(EITHER)(
  'in %s an import replaces all settings at once, and can be undone',
  async (kind) => {
    const driver = await withStorage(kind, SEED);
    const page = await openSettings(driver);
    const next = {
      everywhere: { imitation: false },
      sites: { [HOME]: { history: false, storedChats: false } },
      packs: [],
    } as const;

    await chooseFile(page, writeSettingsFile(next));
    await shown(page, '[data-undo="open"]');
    expect(await chosen(driver)).toEqual({
      settings: next.everywhere,
      packs: [],
      [`site:${HOME}`]: { enabled: false, choices: next.sites[HOME] },
      [`site:${OTHER_PORT}`]: { enabled: false, choices: {} },
    });

    await press(page, '[data-step="undo"]');
    await shown(page, '[data-undo="done"]');
    expect(await chosen(driver)).toEqual(SEED);

    // A change after an import must not be undone with it.
    await chooseFile(page, writeSettingsFile(next));
    await shown(page, '[data-undo="open"]');
    await press(page, '[data-setting="badges"] .switch');
    await expect
      .poll(() => chosen(driver))
      .toMatchObject({ settings: { imitation: false, badges: false } });
    expect(await page.$('[data-undo]')).toBeNull();
  },
);

test.each(BROWSERS)('in %s an export is a file with all settings', async (kind) => {
  const driver = await withStorage(kind, SEED);
  const savedFile = await savesFiles(driver, '.json');
  const page = await openSettings(driver);

  await press(page, '[data-step="export"]');

  const { name, text } = await savedFile();
  expect(name).toMatch(/^stream-fixer-settings-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(text)).toEqual({
    format: 'stream-fixer-settings',
    version: 1,
    everywhere: { storedChats: true },
    sites: { [HOME]: { history: false, repairs: { done: false }, packs: { 'my-agent': true } } },
    packs: [PACK],
  });
});

test.each(BROWSERS)(
  'in %s sections, sites, settings and an import can be used with the keyboard alone',
  async (kind) => {
    const driver = await withStorage(kind, SEED);
    const page = await openSettings(driver);
    await page.bringToFront();

    await reach(page, '#site');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => new URL(page.url()).hash).toContain(encodeURIComponent(HOME));
    await reach(page, '[data-step="reset-all"]');
    await reach(page, '[data-setting="badges"] .switch');
    await page.keyboard.press(' ');
    await expect.poll(() => isOn(page, 'badges')).toBe(false);
    await reach(page, '[data-setting="badges"] [data-step="reset"]', true);
    await page.keyboard.press('Enter');
    await expect.poll(() => isOn(page, 'badges')).toBe(true);
    await expect.poll(() => isFocused(page, '[data-setting="badges"] .switch')).toBe(true);
    await reach(page, '[data-setting="storedChats"] .switch');
    await page.keyboard.press(' ');
    await expect
      .poll(() => chosen(driver))
      .toMatchObject({ [`site:${HOME}`]: { choices: { storedChats: false } } });
    await reach(page, '[data-exception="repairs.done"] .button');
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(page, '[data-setting="repairBroken"] .switch')).toBe(true);
    await expect
      .poll(() => chosen(driver))
      .toMatchObject({
        [`site:${HOME}`]: { choices: { history: false, packs: { 'my-agent': true } } },
      });
    await reach(page, FOLD, true);
    await page.keyboard.press('Enter');
    await reach(page, '.sections a[href^="#rules"]');
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(page, 'h1')).toBe(true);
    expect(await textOf(page, 'h1')).toBe(pageTexts.sections.rules);
    expect(await page.title()).toBe('Rules · localhost:3000 · Stream Fixer');
    await page.goBack();
    await expect.poll(() => page.title()).toBe('Settings · localhost:3000 · Stream Fixer');
    await page.goBack();
    await expect.poll(() => page.title()).toBe('Settings · Stream Fixer');

    await reach(page, '[data-step="export"]');
    await reach(page, '[data-step="import"]');
    await chooseFile(page, writeSettingsFile({ everywhere: {}, sites: {}, packs: [] }));
    await expect.poll(() => chosen(driver)).toMatchObject({ settings: {}, packs: [] });
    await expect.poll(() => isFocused(page, '[data-undo] [data-step="undo"]')).toBe(true);
    const { top, bottom, height } = await page.evaluate(() => ({
      ...document.querySelector('[data-undo]')!.getBoundingClientRect().toJSON(),
      height: innerHeight,
    }));
    expect(top >= 0 && bottom <= height).toBe(true);
    await reach(page, '[data-step="undo"]');
    await page.keyboard.press('Enter');
    await expect.poll(() => chosen(driver)).toMatchObject({ settings: { storedChats: true } });
  },
);
