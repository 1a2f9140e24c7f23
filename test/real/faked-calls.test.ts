/** A real Open WebUI whose model fakes a call: the warning stays with its message until a person dismisses it. */
import { expect, test } from 'vitest';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import { pressOurs } from '../../src/tools/browsers/in-shadow.ts';
import { expectMark, expectWarnings } from '../support/warnings.ts';
import { FAKING } from './replies.ts';
import { openWebUi } from './servers.ts';
import { openTab, type Tab } from './tab.ts';
import { MAIN } from './versions.ts';

/** Another tab that shows the same chat. */
async function secondTab({ driver, server, chat }: Tab): Promise<Tab> {
  const other = await openTab({ driver, server });
  await other.chat.open(chat.chatId());
  return other;
}

/** The chat shows its end; a person scrolls up. */
async function scrollTo({ page }: Tab, message: string): Promise<void> {
  await page.evaluate((id) => document.querySelector(`#message-${id}`)?.scrollIntoView({ block: 'center' }), message);
}

test.each(BROWSERS)(
  'in %s the warning is there three turns later, after a reload and in a second tab, until it is dismissed in all',
  async (kind) => {
    const tab = await openTab({ driver: await sharedBrowser(kind), server: await openWebUi(MAIN) });
    const { driver, page, chat } = tab;
    const notes = async () => (await readBadges(driver, page)).notes;
    await chat.begin({ models: [FAKING] });
    await chat.ask('Which reminders do I have?');
    const faked = (await chat.replies())[0]!.id;
    await expectWarnings(driver, page, [faked]);

    for (const question of ['Sure?', 'All?', 'Really?']) await chat.ask(question);
    expect(await chat.replies()).toHaveLength(4);
    await expectWarnings(driver, page, [faked]);
    await chat.open(chat.chatId());
    await expectWarnings(driver, page, [faked]);
    const second = await secondTab(tab);
    await expectWarnings(driver, second.page, [faked]);

    await scrollTo(tab, faked);
    await pressOurs(driver, page, 'dismiss', async () => (await notes()) === 0);
    await expectWarnings(driver, second.page, []);
    await expectMark(driver, second.page);
    await chat.open(chat.chatId());
    await expectMark(driver, page);
    await expectWarnings(driver, page, []);
    const third = await secondTab(tab);
    await expectMark(driver, third.page);
    await expectWarnings(driver, third.page, []);

    await scrollTo(tab, faked);
    await pressOurs(driver, page, 'recall', async () => (await notes()) === 1);
    await expectWarnings(driver, third.page, [faked]);
  },
);
