import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { countMarkers, markersIn } from '../../src/tools/demo/markers.ts';
import { textsOf } from '../e2e/own-page.ts';
import { sharedBrowser } from '../support/browsers.ts';
import { differences, type Difference } from './differences.ts';
import { RECORDED, RECORDED_TEXTS } from './replies.ts';
import { openWebUi, recordedAgent, type RealServer } from './servers.ts';
import { openTab, type Tab } from './tab.ts';
import { HEALED_VERSIONS } from './versions.ts';
import { words } from './words.ts';

/** In the two recorded replies. */
const MARKERS = 4;
/** A busy machine takes its time over a page. */
const STEP_MS = 30_000;
/** A chat unchanged for this long is stored. */
const STORED_MS = 700;
/** Servers set these themselves whenever a chat is stored. */
const OF_THE_SERVER = /^(?:updated_at|chat\.history\.messages\.[^.]+\.user_id)$/;

/** A chat of two turns, written and stored without the extension. @returns its id */
async function poison(server: RealServer): Promise<string> {
  const { chat, page } = await openTab({
    driver: await sharedBrowser('chromium'),
    server,
    on: false,
  });
  await chat.begin({ models: [RECORDED] });
  await chat.ask('What year is it?');
  await chat.ask('Run three commands and let one fail');
  const id = chat.chatId();
  await page.close();
  return id;
}

/** @returns the chat as `GET` returns it, once nothing is being written to it */
async function storedChat({ admin }: RealServer, id: string): Promise<unknown> {
  let before: unknown = null;
  return until(
    async () => {
      const { body } = await admin.call({ method: 'GET', path: `/api/v1/chats/${id}` });
      const same = differences(before, body).length === 0;
      before = body;
      if (!same) await sleep(STORED_MS);
      return same ? body : null;
    },
    'the chat to be stored',
    STEP_MS,
  );
}

/** @returns what differs, apart from what the server sets itself */
function changes(before: unknown, after: unknown): Difference[] {
  return differences(before, after).filter(({ path }) => !OF_THE_SERVER.test(path));
}

/** Only the texts of replies differ: without markers, and with every word. */
function expectCleaned(poisoned: unknown, cleaned: unknown): void {
  const changed = changes(poisoned, cleaned);
  for (const { path, before, after } of changed) {
    expect(countMarkers(String(before)), path).toBeGreaterThan(0);
    expect(RECORDED_TEXTS.map(words), path).toContain(words(String(after)));
  }
  expect(countMarkersIn(poisoned)).toBeGreaterThanOrEqual(MARKERS);
  expect(countMarkersIn(cleaned)).toBe(0);
}

/** @returns how many markers are in all texts of a chat; servers store some texts more than once */
function countMarkersIn(value: unknown): number {
  if (typeof value === 'string') return countMarkers(value);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner) => sum + countMarkersIn(inner), 0);
}

/** Opens the healing page for the chat of a tab, from the line in the popup. */
async function openHealing({ driver, page }: Tab): Promise<Page> {
  const popup = await driver.openPopup(page, '[data-chat="marked"]');
  expect(await popup.text('[data-chat="marked"]')).toContain(
    `${MARKERS} markers in 2 of 2 replies`,
  );
  await popup.click('.stored [data-step="heal"]');
  const target = await driver.browser.waitForTarget(
    (one) => one.url().startsWith(`${driver.base}healing.html`),
    {
      timeout: STEP_MS,
    },
  );
  if (!(await popup.isClosed())) await popup.close();
  const healing = await target.asPage();
  onTestFinished(() => healing.close());
  return healing;
}

async function shown(page: Page, selector: string): Promise<void> {
  await page.waitForSelector(selector, { timeout: STEP_MS });
}

async function press(page: Page, selector: string): Promise<void> {
  await shown(page, selector);
  await page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), selector);
}

/** Deselects every chat but this one. */
function chooseOnly(page: Page, id: string): Promise<void> {
  return page.evaluate((kept) => {
    for (const box of document.querySelectorAll<HTMLInputElement>('[data-chat] input')) {
      if (box.checked !== (box.closest<HTMLElement>('[data-chat]')?.dataset.chat === kept))
        box.click();
    }
  }, id);
}

/** Cleans the selected chat, and reads the result on the page. */
async function heal(page: Page): Promise<void> {
  await press(page, '[data-step="heal"]');
  await shown(page, '[data-outcome]');
  expect(await textsOf(page, '[data-outcome] .small')).toEqual([
    `Cleaned: ${MARKERS} markers in 2 replies.`,
  ]);
}

test.each(HEALED_VERSIONS)(
  '%s: a chat with markers is shown, cleaned in the database, restored, cleaned again, and continues clean',
  async (version) => {
    const server = await openWebUi(version);
    const id = await poison(server);
    const tab = await openTab({ driver: await sharedBrowser('chromium'), server });
    await tab.chat.open(id);
    await tab.chat.untilDone(2);
    const poisoned = await storedChat(server, id);

    const page = await openHealing(tab);
    await shown(page, 'del');
    expect((await textsOf(page, 'del')).join('\n')).toContain('💻');
    expect((await textsOf(page, '.pane:last-child .text')).join('\n')).not.toContain('💻');
    await heal(page);
    expectCleaned(poisoned, await storedChat(server, id));

    await press(page, '[data-outcome="healed"] [data-step="undo"]');
    await until(
      async () =>
        (await textsOf(page, '[data-outcome] [role="status"]')).join() === 'Restored: 2 replies.',
      'the chat to be restored',
      STEP_MS,
    );
    expect(changes(poisoned, await storedChat(server, id))).toEqual([]);

    await press(page, '[data-step="start"]');
    await press(page, '[data-step="look"]');
    await shown(page, `[data-step="heal"]`);
    await chooseOnly(page, id);
    await heal(page);
    const cleaned = await storedChat(server, id);
    expectCleaned(poisoned, cleaned);

    await tab.chat.ask('And what month?');
    const { server: agent } = await recordedAgent();
    const { messages = [] } = agent.requests.findLast(({ stream }) => stream) ?? {};
    expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toContain(
      'And what month?',
    );
    expect(
      messages
        .filter(({ role }) => role === 'assistant')
        .map(({ content }) => words(String(content))),
    ).toEqual(RECORDED_TEXTS.map(words));
    expect(markersIn(messages)).toBe(0);
    // Up to 0.8 the page stores everything it has, with every turn.
    const rewritten = differences(cleaned, await storedChat(server, id)).filter(
      ({ path, before }) => /\.(?:content|text)$/.test(path) && before !== undefined,
    );
    expect(rewritten).toEqual([]);
    expect(tab.faults()).toEqual([]);
  },
);
