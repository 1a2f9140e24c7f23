import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import {
  enableSite,
  patternFor,
  type SiteStatus,
  siteStatus,
} from '../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { readRecording } from '../../src/tools/demo/servers/recordings.ts';
import { BROWSERS } from '../support/browsers.ts';
import { revoke } from '../support/driving/access.ts';
import { isBackgroundRunning, stopBackground } from '../support/driving/background.ts';
import { promptText } from '../support/driving/prompt-text.ts';
import { openSite, type Site } from '../support/site.ts';

const SWITCH = '[role="switch"]';
const CHAT = '/v1/chat/completions';
/** Written by Hermes 0.8: one marker, in the middle of the reply. */
const RECORDED = readRecording('v0.8-chat-scenario-1').frames.join('');
const MARKER = 'today `date +%Y`';

/** A site whose agent gives a recorded reply. */
function openChat(
  kind: BrowserKind,
  given: { driver?: Driver; hostname?: string } = {},
): Promise<Site> {
  return openSite(kind, {
    replies: { [CHAT]: { contentType: 'text/event-stream', body: RECORDED } },
    ...given,
  });
}

/** What the page's own script reads of an agent's reply: all content in one text. */
async function replyIn(page: Page): Promise<string> {
  const stream = await page.evaluate(async (path) => {
    const body = JSON.stringify({
      model: 'agent',
      stream: true,
      messages: [{ role: 'user', content: 'Which year is it?' }],
    });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(path, { method: 'POST', headers, body })).text();
  }, CHAT);
  return stream
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map(
      (line) =>
        (JSON.parse(line.slice('data: '.length)) as { choices: { delta: { content?: string } }[] })
          .choices[0]?.delta.content ?? '',
    )
    .join('');
}

async function clickSwitch({ driver, page }: Site) {
  const popup = await driver.openPopup(page, SWITCH);
  await popup.click(SWITCH);
  return popup;
}

/** Waits for the site to reach this state; the error shows the state it is in. */
async function expectStatus({ driver, origin }: Site, wanted: Partial<SiteStatus>): Promise<void> {
  await expect.poll(() => siteStatus(driver, origin), { timeout: 10_000 }).toMatchObject(wanted);
}

async function shownInPopup({ driver, page }: Site): Promise<string | null> {
  const popup = await driver.openPopup(page, `${SWITCH}[aria-checked]`);
  const checked = await popup.evaluate(
    (selector) => document.querySelector(selector)?.getAttribute('aria-checked') ?? null,
    SWITCH,
  );
  await popup.close();
  return checked;
}

test.each(BROWSERS)(
  'in %s the first switch asks for this one host, and a denial leaves the site off',
  async (kind) => {
    const site = await openChat(kind);
    const { driver } = site;

    await clickSwitch(site);
    expect(await promptText(driver)).toContain(new URL(site.origin).hostname);
    await driver.answer(false);

    await expectStatus(site, { enabled: false, permitted: false, registered: false });
    expect(await shownInPopup(site)).toBe('false');
    await site.page.reload();
    expect(await replyIn(site.page)).toContain(MARKER);
  },
);

test.each(BROWSERS)(
  'in %s allowing turns the site on even if the popup closed under the prompt',
  async (kind) => {
    const site = await openChat(kind);
    const { driver } = site;

    const popup = await clickSwitch(site);
    await promptText(driver);
    if (!(await popup.isClosed())) await popup.close();
    await driver.answer(true);

    await expectStatus(site, { enabled: true, permitted: true, registered: true });
  },
);

test.each(BROWSERS)(
  'in %s allowing turns the site on even if the background stopped under the prompt',
  async (kind) => {
    const site = await openChat(kind);
    const { driver } = site;

    await clickSwitch(site);
    await promptText(driver);
    await stopBackground(driver);
    await driver.answer(true);
    // Nothing sends it a request here: the grant itself has to wake it.
    await until(() => isBackgroundRunning(driver), 'the grant to wake the background');

    await expectStatus(site, { enabled: true, permitted: true, registered: true });
  },
);

test.each(BROWSERS)(
  'in %s a site stays on and clean when the background has stopped',
  async (kind) => {
    const site = await openChat(kind);
    await enableSite(site.driver, site.page);

    await stopBackground(site.driver);
    await site.page.reload();

    expect(await replyIn(site.page)).not.toContain(MARKER);
    expect(await shownInPopup(site)).toBe('true');
  },
);

test.each(BROWSERS)(
  'in %s a permission withdrawn while the background sleeps switches the site off',
  async (kind) => {
    const site = await openChat(kind);
    const { driver } = site;
    await enableSite(driver, site.page);

    await stopBackground(driver);
    await revoke(driver, patternFor(driver, site.origin));
    await until(() => isBackgroundRunning(driver), 'the revocation to wake the background');

    await expectStatus(site, { enabled: false, permitted: false, registered: false });
  },
);
