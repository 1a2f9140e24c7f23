import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { until } from '../../src/tools/browsers/until.ts';
import type { RulePack } from '../../src/normalizer/rules/rule.ts';
import { rulesTexts as texts } from '../../src/pages/rules/texts.ts';
import { openPage } from '../support/driving/own-pages.ts';
import { packCalled } from '../settings/some-settings.ts';
import { EITHER, sharedBrowser } from '../support/browsers.ts';
import { stored } from './figures.ts';
import { DONE, ROLE, STOP, text } from './frames.ts';
import { forgetRulesAfterEach, keep } from './kept-rules.ts';
import { focused, reach } from './keyboard.ts';
import { press, shown } from './own-page.ts';
import { openEnabledSite } from './enabled-site.ts';

const REPLY = 'Working.\n>> calls ls\n<b>HTML</b> is text.\n>> calls cat a\nIt is done.';
const KNOWN = 'Working.\n🔧 Calling tool: **ls**\nIt is done.';
const OWN_RULE = '[data-pack^="my-rule-"]';
const LINE = '.lines li:nth-child';

forgetRulesAfterEach();

async function openRules(driver: Driver): Promise<Page> {
  const page = await openPage(driver, 'options.html#rules', 'textarea');
  onTestFinished(async () => {
    if (!page.isClosed()) await page.close();
  });
  return page;
}

async function storedUnder(driver: Driver, key: string): Promise<unknown> {
  return (await stored(driver))[key] ?? null;
}

/** Pastes into the field: its content changes at once. */
async function paste(page: Page, text: string): Promise<void> {
  await page.$eval(
    'textarea',
    (field, value) => {
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    text,
  );
  await shown(page, '.lines');
}

/** Makes a rule of the two calls in the reply, in three presses. */
async function makeRule(page: Page): Promise<void> {
  await paste(page, REPLY);
  await press(page, `${LINE}(2) input`);
  await press(page, `${LINE}(4) input`);
  await press(page, '[data-step="save-rule"]:enabled');
}

function struck(page: Page): Promise<string[]> {
  return page.$$eval('.lines del', (found) =>
    found.map(({ lastChild }) => lastChild?.textContent ?? ''),
  );
}

/**
 * @returns what a page that is on reads of a reply with these lines, once `call` is removed from it
 */
async function replyRead(
  driver: Driver,
  reply: string,
  call: string,
  change: () => Promise<void>,
): Promise<string> {
  const { site, page: chat } = await openEnabledSite(driver);
  await change();
  await chat.bringToFront();
  let replies = 0;

  async function next(): Promise<string> {
    const name = `ruled-${++replies}`;
    await chat.evaluate(`window.start('${name}')`);
    const stream = await site.stream(name);
    await stream.write(ROLE, ...reply.split(/(?<=\n)/).map((line) => text(line)), STOP, DONE);
    stream.end();
    await until(
      () => chat.evaluate(`window.reads['${name}'].state === 'done'`),
      'the reply to be read',
    );
    return String(await chat.evaluate(`window.reads['${name}'].text`));
  }

  // A page hears of a change a moment later.
  return until(async () => {
    const read = await next();
    return !read.includes(call) && read;
  }, `a reply without "${call}"`);
}

test.each(EITHER)(
  'in %s the pack that fits a pasted reply is offered, and cleans the next one',
  async (kind) => {
    const driver = await sharedBrowser(kind);

    const read = await replyRead(driver, KNOWN, 'Calling', async () => {
      const page = await openRules(driver);
      await paste(page, KNOWN);
      expect(await struck(page)).toEqual([]);
      await press(page, '[data-step="turn-on"]');
      await shown(page, '[data-pack="caipe"] [role="switch"][aria-checked="true"]');
      await expect.poll(() => struck(page)).toEqual(['🔧 Calling tool: **ls**']);
      expect(await page.$('[data-step="turn-on"]')).toBeNull();
    });

    expect([read.includes('Working.'), read.includes('It is done.')]).toEqual([true, true]);
  },
);

test.each(EITHER)(
  'in %s two selected lines become a rule, which is on and cleans the next reply',
  async (kind) => {
    const driver = await sharedBrowser(kind);

    const read = await replyRead(driver, REPLY.replace('cat a', 'rm b'), 'calls', async () => {
      const page = await openRules(driver);
      await paste(page, REPLY);
      expect(await page.$('.lines b, [data-step="save-rule"]')).toBeNull();
      await press(page, `${LINE}(2) input`);
      await expect.poll(() => struck(page)).toEqual(['>> calls ls']);
      await press(page, `${LINE}(4) input`);
      await expect.poll(() => struck(page)).toEqual(['>> calls ls', '>> calls cat a']);
      await press(page, '[data-step="save-rule"]:enabled');
      await shown(page, `${OWN_RULE} [role="switch"][aria-checked="true"]`);
      await expect
        .poll(() => page.$eval('.maker [role="status"]', (found) => found.textContent))
        .toBe(texts.reply.saved);
    });

    expect(await storedUnder(driver, 'packs')).toMatchObject([
      {
        id: expect.stringMatching(/^my-rule-\d+$/) as string,
        name: '>> calls …',
        rules: [{ pattern: '>> calls {tool}' }],
      },
    ]);
    expect([read.includes('HTML'), read.includes('It is done.')]).toEqual([true, true]);
  },
);

test.each(EITHER)(
  'in %s a deleted rule is restored by an undo, on as before, and a new one does not take its place',
  async (kind) => {
    const driver = await sharedBrowser(kind);
    const page = await openRules(driver);
    await makeRule(page);
    await shown(page, `${OWN_RULE} [role="switch"][aria-checked="true"]`);
    await page.focus(`${OWN_RULE} [data-step="delete"]`);
    await press(page, `${OWN_RULE} [data-step="delete"]`);
    await shown(page, '[data-step="undo"]');
    await expect.poll(() => focused(page)).toBe('undo');
    expect(await storedUnder(driver, 'packs')).toEqual([]);

    await makeRule(page);
    await shown(page, `${OWN_RULE} [role="switch"][aria-checked="true"]`);
    await press(page, '[data-step="undo"]');
    await shown(page, `${OWN_RULE} ~ ${OWN_RULE} [role="switch"][aria-checked="true"]`);
    expect(
      new Set(((await storedUnder(driver, 'packs')) as RulePack[]).map(({ id }) => id)).size,
    ).toBe(2);
  },
);

test('packs of an earlier version are listed and switched; the source of one is no link', async () => {
  const driver = await sharedBrowser('chromium');
  const page = await openRules(driver);

  await keep(driver, { packs: [{ ...packCalled('my-agent'), source: 'javascript:alert(1)' }] });
  await press(page, '[data-pack="my-agent"] [role="switch"]');
  await shown(page, '[data-pack="my-agent"] [role="switch"][aria-checked="true"]');
  expect(await page.$('[data-pack="my-agent"] a')).toBeNull();
  expect(await page.$('[data-pack="caipe"] a[href^="https://"]')).not.toBeNull();
});

test('if no more rules can be kept, the page says so, and none can be saved', async () => {
  const driver = await sharedBrowser('chromium');
  const page = await openRules(driver);
  await keep(driver, { packs: Array.from({ length: 50 }, (_, i) => packCalled(`my-${i}`)) });
  await shown(page, '[data-pack="my-49"]');
  await paste(page, REPLY);

  await press(page, `${LINE}(2) input`);
  await shown(page, '[data-step="save-rule"]:disabled');
  expect(await page.$eval('.maker [role="status"]', (found) => found.textContent)).toBe(
    texts.full(50),
  );
});

test('with the keyboard alone a rule is made and saved', async () => {
  const driver = await sharedBrowser('chromium');
  const page = await openRules(driver);
  await reach(page, 'textarea');
  await page.keyboard.type('Working.\n>> calls list_files\nDone.');
  await reach(page, `${LINE}(2) input`);
  await page.keyboard.press('Space');
  await shown(page, '[data-step="save-rule"]:enabled');
  await page.keyboard.press('Enter');
  await shown(page, `${OWN_RULE} [role="switch"][aria-checked="true"]`);
  expect(await focused(page)).not.toBe('body');
});
