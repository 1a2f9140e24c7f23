/**
 * The warning of a faked call is there whenever its message is shown: after a reload, in other
 * tabs, and turns later.
 */
import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { disableSite } from '../support/driving/access.ts';
import { BROWSERS, EITHER } from '../support/browsers.ts';
import type { OpenWebUiSite } from '../support/open-webui-page/site.ts';
import { pressOurs } from '../../src/tools/browsers/in-shadow.ts';
import { expectMark, expectWarnings } from '../support/warnings.ts';
import { enabledSite, fakeCall, openChat, showTurns } from './faked-chat.ts';
import { stored } from './figures.ts';

/** Something is stored, on a busy machine, too. */
const SLOW = { timeout: 15_000 };

function plainReply(site: OpenWebUiSite, messageId: string): void {
  const message = { chatId: 'chat', messageId };
  site.emit(message, 'chat:completion', { content: 'Yes.' });
  site.emit(message, 'chat:completion', { content: 'Yes.', done: true });
}

/** What is stored of the warnings of a site. */
async function keptOf(driver: Driver, site: OpenWebUiSite): Promise<unknown> {
  return (await stored(driver))[`warned:${site.origin}`];
}

const KEPT = { message: 'a1', day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), dismissed: false };

test.each(BROWSERS)(
  'in %s a faked call has its warning after a reload, in another tab and three turns later, with only its id stored',
  async (kind) => {
    const { site, driver } = await enabledSite(kind);
    const page = await openChat(driver, site, 'first');
    fakeCall(site, 'a1');
    await expectWarnings(driver, page, ['a1']);
    await expect.poll(() => keptOf(driver, site), SLOW).toEqual([KEPT]);

    await page.reload();
    await showTurns(page, 1);
    await expectWarnings(driver, page, ['a1']);

    for (const turn of [2, 3, 4]) {
      await showTurns(page, turn);
      plainReply(site, `a${turn}`);
    }
    await until(
      () =>
        page.evaluate(
          () => document.querySelector('#message-a4 .chat-assistant')?.textContent === 'Yes.',
        ),
      'the fourth reply',
    );
    await expectWarnings(driver, page, ['a1']);

    const other = await openChat(driver, site, 'other', 4);
    await expectWarnings(driver, other, ['a1']);
    // Not while another chat is shown.
    await other.evaluate(() => window.openWebUi.show('b', [{ id: 'b1', text: 'Another chat' }]));
    await expectWarnings(driver, other, []);
    await other.evaluate(() => window.openWebUi.show('chat', [{ id: 'a1' }]));
    await expectWarnings(driver, other, ['a1']);
  },
);

test.each(EITHER)(
  'in %s a dismissed warning stays dismissed after a reload and in all tabs, and its mark brings it back in all',
  async (kind) => {
    const { site, driver } = await enabledSite(kind);
    const other = await openChat(driver, site, 'other');
    const page = await openChat(driver, site, 'first');
    fakeCall(site, 'a1');
    await expectWarnings(driver, other, ['a1']);
    await expectWarnings(driver, page, ['a1']);

    const notes = (tab: Page) => async () => (await readBadges(driver, tab)).notes;
    await pressOurs(driver, page, 'dismiss', async () => (await notes(page)()) === 0);
    await expectWarnings(driver, other, []);
    await expect.poll(() => keptOf(driver, site), SLOW).toEqual([{ ...KEPT, dismissed: true }]);
    await page.reload();
    await showTurns(page, 1);
    const third = await openChat(driver, site, 'third');
    // The mark is what is left of a warning, so with it both pages know of it.
    await expectMark(driver, page);
    await expectWarnings(driver, page, []);
    await expectMark(driver, third);
    await expectWarnings(driver, third, []);

    await pressOurs(driver, page, 'recall', async () => (await notes(page)()) === 1);
    await expectWarnings(driver, third, ['a1']);
    await expectWarnings(driver, other, ['a1']);
    await expect.poll(() => keptOf(driver, site), SLOW).toEqual([KEPT]);
  },
);

test.each(EITHER)('in %s warnings are forgotten when their site is switched off', async (kind) => {
  const { site, driver } = await enabledSite(kind);
  const page = await openChat(driver, site, 'first');
  fakeCall(site, 'a1');
  await expect.poll(() => keptOf(driver, site), SLOW).toEqual([KEPT]);

  await disableSite(driver, page);

  await expect.poll(() => keptOf(driver, site), SLOW).toBeUndefined();
});
