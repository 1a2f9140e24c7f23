/**
 * What a person asks for while the background sleeps, as it does after half a minute without work.
 */
import { expect, onTestFinished, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import type { Driver, Popup } from '../../src/tools/browsers/driver.ts';
import { siteStatus, SWITCH } from '../../src/tools/browsers/enable-site.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { BROWSERS, freshBrowser, sharedBrowser } from '../support/browsers.ts';
import { isBackgroundRunning, stopBackground } from '../support/driving/background.ts';
import { createPerson } from '../support/person.ts';
import { openEnabledSite } from './enabled-site.ts';
import { DONE, ROLE, STOP, text, toolEvent } from './frames.ts';
import { wordsIn } from './notice.ts';
import { serveStreams, type StreamPage } from './stream-site.ts';

declare const window: Window & StreamPage;

/** One tool, whose badge stays. */
const REPLY = [
  ROLE,
  text('Let me look.'),
  toolEvent('a', 'running'),
  toolEvent('a', 'completed'),
  text(' Two files.'),
  STOP,
  DONE,
];

/** A press beside the popup, which closes it; the prompt may have done so. */
async function leave(popup: Popup): Promise<void> {
  if (!(await popup.isClosed())) await popup.close();
}

/** Does everything from opening a new chat to its first badge. @returns what was pressed */
async function firstBadge(
  driver: Driver,
  name: string,
  beforeStep: () => Promise<void>,
): Promise<readonly string[]> {
  const site = await serveStreams();
  const page = await driver.newPage();
  onTestFinished(async () => {
    await page.close();
    site.close();
  });
  const person = createPerson(driver);
  await page.goto(site.origin);

  await beforeStep();
  const popup = await person.openPopup(page, `${SWITCH}[aria-checked="false"]`);
  await beforeStep();
  await person.click('the switch', popup, SWITCH);
  await until(() => driver.isPromptOpen(), 'the prompt');
  await beforeStep();
  await person.allow();
  await until(
    async () => (await wordsIn(driver, page)).includes('is on here'),
    `the ${name} site to say that it is on`,
  );
  await leave(popup);

  await beforeStep();
  await page.evaluate((given) => window.start(given), name);
  const stream = await site.stream(name);
  await stream.write(...REPLY);
  stream.end();
  await until(
    async () => (await readBadges(driver, page)).folds.length === 1,
    `the first badge of the ${name} site`,
  );
  return person.presses;
}

test.each(BROWSERS)(
  'in %s three presses lead to the first badge, on the first, the second and the third site, with the background asleep before each',
  async (kind) => {
    const driver = await freshBrowser(kind);
    onTestFinished(() => driver.close());

    for (const name of ['first', 'second', 'third']) {
      const presses = await firstBadge(driver, name, () => stopBackground(driver));
      expect({ name, presses }).toEqual({ name, presses: ['the icon', 'the switch', 'Allow'] });
    }
  },
  120_000,
);

test.each(BROWSERS)(
  'in %s the same if it sleeps only before the first press',
  async (kind) => {
    const driver = await freshBrowser(kind);
    onTestFinished(() => driver.close());

    for (const name of ['first', 'second', 'third']) {
      let sleeps = false;
      const presses = await firstBadge(driver, name, async () => {
        if (!sleeps) await stopBackground(driver);
        sleeps = true;
      });
      expect({ name, presses }).toEqual({ name, presses: ['the icon', 'the switch', 'Allow'] });
    }
  },
  120_000,
);

/** Presses the switch, and closes the popup in the next moment. */
async function pressAndLeave(driver: Driver, page: Page): Promise<void> {
  const popup = await driver.openPopup(page, `${SWITCH}[aria-checked]`);
  await stopBackground(driver);
  await popup.click(SWITCH);
  await popup.close();
}

test.each(BROWSERS)(
  'in %s a press of the switch counts, even if the popup closes at once and the background sleeps',
  async (kind) => {
    const { driver, site, page } = await openEnabledSite(kind);
    const isOn = async () => (await siteStatus(driver, site.origin)).registered;

    await pressAndLeave(driver, page);
    await until(async () => !(await isOn()), 'the site to be off');

    // The browser still gives access, so there is no prompt, and no grant that would wake the
    // background.
    await pressAndLeave(driver, page);
    await until(isOn, 'the site to be on again');
  },
);

test.each(BROWSERS)('in %s to look at a site wakes nothing', async (kind) => {
  const driver = await sharedBrowser(kind);
  await siteStatus(driver, 'http://localhost:1');
  await stopBackground(driver);

  expect(await siteStatus(driver, 'http://localhost:1')).toMatchObject({ enabled: false });

  expect(await isBackgroundRunning(driver)).toBe(false);
});
