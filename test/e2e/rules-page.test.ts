import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { rulesTexts as texts } from '../../src/pages/rules/texts.ts';
import { packCalled } from '../settings/some-settings.ts';
import { violationsIn } from '../support/axe.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import { stored } from './figures.ts';
import { DONE, ROLE, STOP, text } from './frames.ts';
import { forgetRulesAfterEach, keep } from './kept-rules.ts';
import { serveStreams } from './stream-site.ts';
import { focused } from './keyboard.ts';

const REPLY = 'Working.\n>> calls ls\nDone.';

forgetRulesAfterEach();

async function openRules(driver: Driver): Promise<Page> {
  const page = await driver.openPage('options.html#rules', '[data-step="new-rule"]');
  onTestFinished(async () => {
    if (!page.isClosed()) await page.close();
  });
  return page;
}

async function storedUnder(driver: Driver, key: string): Promise<unknown> {
  return (await stored(driver))[key] ?? null;
}

async function press(page: Page, selector: string): Promise<void> {
  await shown(page, selector);
  await page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), selector);
}

async function shown(page: Page, selector: string): Promise<void> {
  await until(() => page.evaluate((wanted) => document.querySelector(wanted) !== null, selector), selector, 15_000);
}

/** Types into a field as a person does, found by its label. */
async function write(page: Page, selector: string, value: string): Promise<void> {
  await shown(page, selector);
  await page.focus(selector);
  await page.keyboard.type(value);
}

async function tryText(page: Page, value: string, then: 'must-go' | 'must-stay'): Promise<void> {
  await write(page, 'textarea', value);
  await press(page, `[data-step="${then}"]`);
  await until(
    () => page.evaluate(() => document.querySelector('textarea')?.value === ''),
    'the text to become an example',
  );
  // The button is gone: nobody may have to start again from the beginning of the page.
  await expect.poll(() => focused(page)).toBe('textarea');
}

function wrongs(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.wrong')].map(({ textContent }) => textContent ?? '').filter(Boolean),
  );
}

/** A rule in the form, ready to be saved. */
async function writeRule(page: Page): Promise<void> {
  await press(page, '[data-step="new-rule"]');
  await write(page, '[data-field="agent"] input', 'My agent');
  await write(page, '[data-field="pattern"] input', '>> calls {tool}');
  await tryText(page, '>> calls ls', 'must-go');
  await tryText(page, 'He calls >> often', 'must-stay');
}

test.each(BROWSERS)('in %s a rule is created, saved and switched on, and applies to the next reply', async (kind) => {
  const driver = await sharedBrowser(kind);
  const site = await serveStreams();
  onTestFinished(() => site.close());
  const chat = await driver.newPage();
  onTestFinished(() => chat.close());
  await chat.goto(site.origin);
  await enableSite(driver, chat);

  const page = await openRules(driver);
  await writeRule(page);
  await press(page, '[data-step="save-rule"]');
  await shown(page, '[data-pack^="my-"]');
  expect(await storedUnder(driver, 'packs')).toMatchObject([
    {
      name: 'My agent',
      rules: [{ pattern: '>> calls {tool}', matches: ['>> calls ls'], keeps: ['He calls >> often'] }],
    },
  ]);
  await press(page, '[data-pack^="my-"] [role="switch"]');
  await shown(page, '[data-pack^="my-"] [role="switch"][aria-checked="true"]');

  await chat.bringToFront();
  await chat.evaluate("window.start('ruled')");
  const stream = await site.stream('ruled');
  await stream.write(ROLE, ...REPLY.split(/(?<=\n)/).map((line) => text(line)), STOP, DONE);
  stream.end();
  await until(() => chat.evaluate("window.reads.ruled.state === 'done'"), 'the reply to be read');
  const read = String(await chat.evaluate('window.reads.ruled.text'));
  expect(read).toContain('Working.');
  expect(read).toContain('Done.');
  expect(read).not.toContain('calls ls');
});

test.each(BROWSERS)('in %s a problem of a rule is shown beside its field, and nothing is stored', async (kind) => {
  const driver = await sharedBrowser(kind);
  const page = await openRules(driver);
  await press(page, '[data-step="new-rule"]');
  await press(page, '[data-step="save-rule"]');
  expect(await wrongs(page)).toEqual([texts.problems.empty]);

  await write(page, '[data-field="pattern"] input', '{anything}');
  expect(await wrongs(page)).toEqual([texts.problems['matches-everything']]);
  expect(
    await page.evaluate(() => document.querySelector('[data-field="pattern"] input')?.getAttribute('aria-invalid')),
  ).toBe('true');

  await page.evaluate(() => document.querySelector<HTMLInputElement>('[data-field="pattern"] input')?.select());
  await write(page, '[data-field="pattern"] input', '>> calls {tool}');
  expect(await wrongs(page)).toEqual([texts.problems['no-name']]);
  await write(page, '[data-field="agent"] input', 'My agent');
  expect(await wrongs(page)).toEqual([texts.problems['no-match-example']]);
  await tryText(page, '>> calls ls', 'must-go');
  expect(await wrongs(page)).toEqual([texts.problems['no-keep-example']]);

  // HTML in a text that is tried is text.
  await write(page, 'textarea', '<img src=x onerror="window.pwned=1">\n>> calls <b>ls</b>');
  await shown(page, '[data-result="1"]');
  expect(await page.evaluate(() => document.querySelectorAll('.tried img, .tried b').length)).toBe(0);
  expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false);
  expect(await storedUnder(driver, 'packs')).toBeNull();
});

test.each(BROWSERS)('in %s a deleted pack is restored by an undo', async (kind) => {
  const driver = await sharedBrowser(kind);
  const page = await openRules(driver);
  await writeRule(page);
  await press(page, '[data-step="save-rule"]');
  await until(() => page.evaluate((said) => document.body.textContent.includes(said), texts.saved), 'what to do now');
  await shown(page, '[data-pack^="my-"] [data-step="delete"]');
  await page.focus('[data-pack^="my-"] [data-step="delete"]');
  await press(page, '[data-pack^="my-"] [data-step="delete"]');
  await shown(page, '[data-step="undo"]');
  await expect.poll(() => focused(page)).toBe('undo');
  expect(await storedUnder(driver, 'packs')).toEqual([]);
  await press(page, '[data-step="undo"]');
  await shown(page, '[data-pack^="my-"]');
  expect(await storedUnder(driver, 'packs')).toMatchObject([{ name: 'My agent' }]);
});

test.each(BROWSERS)(
  'in %s a pack added after deleting one of the same name is off, and does not prevent its undo',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const page = await openRules(driver);
    await writeRule(page);
    await press(page, '[data-step="save-rule"]');
    await press(page, '[data-pack="my-agent"] [role="switch"]');
    await shown(page, '[data-pack="my-agent"] [role="switch"][aria-checked="true"]');
    await press(page, '[data-pack="my-agent"] [data-step="delete"]');
    await shown(page, '[data-step="undo"]');

    await writeRule(page);
    await press(page, '[data-step="save-rule"]');
    await shown(page, '[data-pack="my-agent-2"] [role="switch"][aria-checked="false"]');
    await press(page, '[data-step="undo"]');

    await shown(page, '[data-pack="my-agent"] [role="switch"][aria-checked="true"]');
    expect(await storedUnder(driver, 'packs')).toMatchObject([{ id: 'my-agent-2' }, { id: 'my-agent' }]);
  },
);

test('while a rule is edited, or a file chosen, no other rule can be opened in its place', async () => {
  const driver = await sharedBrowser('chromium');
  const page = await openRules(driver);
  await writeRule(page);
  await press(page, '[data-step="save-rule"]');
  const able = (): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLButtonElement>('[data-pack^="my-"] button:enabled[data-step]')].map(
        ({ dataset }) => dataset.step ?? '',
      ),
    );
  await shown(page, '[data-pack^="my-"]');
  expect(await able()).toEqual(['edit', 'add-rule', 'export', 'delete']);

  for (const step of ['edit', 'new-rule', 'import']) {
    await press(page, `[data-step="${step}"]`);
    await shown(page, '[data-step="cancel"]');
    expect(await able()).toEqual(['export', 'delete']);
    await press(page, '[data-step="cancel"]');
    await shown(page, '[data-step="new-rule"]');
  }
});

test('if no more packs can be kept, the page says so, and no new one can be started', async () => {
  const driver = await sharedBrowser('chromium');
  const page = await openRules(driver);
  const packs = Array.from({ length: 50 }, (_, i) => packCalled(`my-${i}`));

  await keep(driver, { packs });
  await until(
    () => page.evaluate((words) => document.body.textContent?.includes(words) ?? false, texts.full(50)),
    'the words',
  );
  expect(await page.$('[data-step="new-rule"]')).toBeNull();
  expect(await page.$('[data-step="import"]')).toBeNull();

  await press(page, '[data-pack="my-7"] [data-step="delete"]');
  await shown(page, '[data-step="undo"]');
  await shown(page, '[data-step="new-rule"]');
});

test('of a long reply, the lines around the first match become an example; without a match, it is reported as too long', async () => {
  const driver = await sharedBrowser('chromium');
  const page = await openRules(driver);
  await press(page, '[data-step="new-rule"]');
  await write(page, '[data-field="pattern"] input', '>> calls {tool}');
  const paste = (text: string): Promise<void> =>
    page.evaluate((value) => {
      const field = document.querySelector('textarea')!;
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);

  const prose = `${'All is well. '.repeat(20)}\n`.repeat(12);
  await paste(prose);
  await shown(page, '[data-step="must-stay"]:disabled');
  expect(await page.$eval('.tester', (element) => element.textContent)).toContain(texts.tester.longExample(2000));

  await paste(`${prose}>> calls ls\n${prose}`);
  await press(page, '[data-step="must-go"]:enabled');
  await shown(page, '.examples del');
  const example = await page.$eval('.examples .tried', (element) => element.textContent);
  expect(example).toContain('>> calls ls');
  expect(example.length).toBeGreaterThan(1000);
});

const PACK = {
  id: 'my-agent',
  name: 'Agent',
  source: 'javascript:alert(1)',
  rules: [
    { id: 'rule-1', kind: 'line', pattern: '>> calls {tool}', tells: 'start', matches: ['>> calls ls'], keeps: ['no'] },
  ],
};

test.each(BROWSERS)(
  'in %s a file of packs is previewed before it is imported, and one that is broken, foreign or newer changes nothing',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-packs-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const page = await openRules(driver);
    await press(page, '[data-step="import"]');
    await shown(page, 'input[type="file"]');

    let files = 0;
    async function choose(content: object | string): Promise<void> {
      // The same file again is no change to the browser.
      const path = join(folder, `packs-${++files}.json`);
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
      const input = (await page.$('input[type="file"]')) as ElementHandle<HTMLInputElement>;
      await input.uploadFile(path);
    }

    const file = { format: 'stream-fixer-rules', version: 1, packs: [PACK] };
    for (const [content, words] of [
      ['{"format":', texts.file.problems['no-json']],
      [{ ...file, format: 'other' }, texts.file.problems['other-file']],
      [{ ...file, version: 2 }, texts.file.problems['newer-version']],
      [
        { ...file, packs: [{ ...PACK, rules: [{ ...PACK.rules[0], kind: 'script' }] }] },
        texts.file.problems['no-packs'],
      ],
    ] as const) {
      await choose(content);
      await until(async () => (await wrongs(page)).includes(words), words);
      expect(await page.$('[data-step="take"]')).toBeNull();
    }
    expect(await storedUnder(driver, 'packs')).toBeNull();

    await choose({ ...file, packs: [PACK, 7] });
    await shown(page, '[data-step="take"]');
    expect(await page.$eval('.import', (element) => element.textContent)).toContain(texts.file.leftOut(1));
    expect(await storedUnder(driver, 'packs')).toBeNull();
    await press(page, '[data-step="take"]');
    await shown(page, '[data-pack="my-agent"]');
    expect(await storedUnder(driver, 'packs')).toMatchObject([{ id: 'my-agent', name: 'Agent' }]);
    // An address that is not on the web is no link, and a new pack is off.
    expect(await page.evaluate(() => document.querySelector('[data-pack="my-agent"] a'))).toBeNull();
    expect(
      await page.evaluate(() =>
        document.querySelector('[data-pack="my-agent"] [role="switch"]')?.getAttribute('aria-checked'),
      ),
    ).toBe('false');
  },
);

test('with the keyboard alone a rule is written, tried and saved', async () => {
  const driver = await sharedBrowser('chromium');
  const page = await openRules(driver);
  await page.focus('[data-step="new-rule"]');
  await page.keyboard.press('Enter');
  await shown(page, '.rule-form');
  const tab = async (times = 1) => {
    for (let i = 0; i < times; i++) await page.keyboard.press('Tab');
  };
  const focused = () =>
    page.evaluate(
      () =>
        document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ??
        document.activeElement?.getAttribute('data-step') ??
        document.activeElement?.localName,
    );
  // The form takes the focus when it appears: a key pressed at once must not be lost.
  expect(await focused()).toBe('h3');
  await tab();
  expect(await focused()).toBe('agent');
  await page.keyboard.type('Keys');
  await tab(2);
  expect(await focused()).toBe('pattern');
  await page.keyboard.type('>> ran {tool}');
  await tab(5);
  expect(await focused()).toBe('select');
  await tab();
  expect(await focused()).toBe('textarea');
  await page.keyboard.type('>> ran ls');
  await shown(page, '[data-result="1"]');
  await tab(2);
  expect(await focused()).toBe('must-go');
  await page.keyboard.press('Enter');
  await page.focus('textarea');
  await page.keyboard.type('I ran.');
  await shown(page, '.tried > span');
  await tab(3);
  expect(await focused()).toBe('must-stay');
  await page.keyboard.press('Enter');
  for (let i = 0; i < 12 && (await focused()) !== 'save-rule'; i++) await tab();
  await page.keyboard.press('Enter');
  await shown(page, '[data-pack="my-keys"]');
  await until(async () => (await focused()) === 'new-rule', 'the focus to return to where the form was opened');
});

test('axe finds nothing in any state of the section, light and dark, wide and narrow', async () => {
  const driver = await sharedBrowser('chromium');
  const page = await openRules(driver);
  const found: string[] = [];

  async function look(state: string): Promise<void> {
    for (const [theme, width] of [
      ['light', 800],
      ['dark', 800],
      ['light', 320],
    ] as const) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      await page.setViewport({ width, height: 700 });
      found.push(...(await violationsIn(page)).map((violation) => `${state} ${theme} ${width} ${violation}`));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (wide) found.push(`${state} ${width}: it scrolls sideways`);
    }
  }

  await look('packs');
  await press(page, '[data-step="new-rule"]');
  await press(page, '[data-step="save-rule"]');
  await look('empty form');
  await press(page, '[data-step="cancel"]');
  await writeRule(page);
  await write(page, 'textarea', REPLY);
  await shown(page, '[data-result="1"]');
  await look('form');
  await press(page, '[data-step="save-rule"]');
  await shown(page, '[data-pack^="my-"]');
  await look('own pack');
  await press(page, '[data-step="import"]');
  await look('import');
  expect(found).toEqual([]);
});
