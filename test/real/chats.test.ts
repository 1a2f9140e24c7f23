import { expect, onTestFinished, test } from 'vitest';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { createCompanion } from '../../src/companion/companion.ts';
import type { BadgesOfReply } from '../support/badges-by-reply.ts';
import { readStoredChat } from './open-webui-data.ts';
import { sharedBrowser } from '../support/browsers.ts';
import { press, pressText } from './press.ts';
import { OTHER, RECORDED, RECORDED_TEXTS } from './replies.ts';
import { openWebUi, recordedAgent } from './servers.ts';
import { openTab, POLL, type Tab, type TabOptions } from './tab.ts';
import { isSince, MAIN } from './versions.ts';
import { words } from './words.ts';

/** In the one marker of the recorded reply. */
const TOOL = 'echo';
const YEAR = 'What year is it?';

async function tabOf(options: Partial<TabOptions> = {}): Promise<Tab> {
  return openTab({
    driver: await sharedBrowser('chromium'),
    server: await openWebUi(MAIN),
    ...options,
  });
}

/**
 * Asks, and returns while the tool of the reply runs.
 * @returns a function that lets the reply continue
 */
async function askAndHold({ chat }: Tab, question = YEAR, streams = 1): Promise<() => void> {
  const { gate } = await recordedAgent();
  gate.hold(TOOL);
  onTestFinished(() => gate.release());
  await chat.send(question);
  await gate.held(streams);
  return () => gate.release();
}

async function expectRunning({ badges, chat }: Tab): Promise<void> {
  await expect
    .poll(badges, POLL)
    .toMatchObject([{ running: 1, lines: [expect.stringContaining(TOOL)] }]);
  const replies = await chat.replies();
  expect((await badges())[0]!.reply).toBe(replies.at(-1)!.id);
}

/** The page may still be about to show something else. */
async function expectNoBadge(
  { badges }: Tab,
  unwanted: (one: BadgesOfReply) => boolean,
): Promise<void> {
  await expect.poll(async () => (await badges()).filter(unwanted), POLL).toEqual([]);
}

/** Checks that the last reply has the right text and that no marker was seen. */
async function expectClean(
  { chat, markersSeen, faults }: Tab,
  text: string = RECORDED_TEXTS[0],
): Promise<void> {
  const replies = await chat.replies();
  expect(words(replies.at(-1)!.text)).toBe(words(text));
  expect(await markersSeen()).toEqual([]);
  expect(faults()).toEqual([]);
}

/** A finished chat. @returns its id */
async function earlierChat({ chat }: Tab): Promise<string> {
  await chat.begin({ models: [OTHER] });
  await chat.ask('How is the weather?');
  return idOf(chat);
}

/** A new chat gets its address a moment after its first question. */
function idOf(chat: Tab['chat']): Promise<string> {
  return until(() => chat.chatId(), 'the address of the chat', 15_000);
}

/** With it, the server stores clean texts, so reloaded chats have no markers. */
async function withCompanion(): Promise<void> {
  const { admin } = await openWebUi(MAIN);
  const companion = createCompanion(admin.call);
  expect(await companion.install()).toMatchObject({ ok: true });
  onTestFinished(async () => {
    expect(await companion.remove()).toMatchObject({ ok: true });
  });
}

test('after switching to another chat in mid-reply and back, the badge is at its message and continues', async () => {
  await withCompanion();
  const tab = await tabOf();
  const earlier = await earlierChat(tab);
  await tab.chat.begin({ models: [RECORDED] });
  const release = await askAndHold(tab);
  await expectRunning(tab);
  const asked = await idOf(tab.chat);

  await tab.chat.goTo(earlier);
  await expectNoBadge(tab, ({ running }) => running > 0);
  await tab.chat.goTo(asked);
  await expectRunning(tab);
  release();
  await tab.chat.untilDone(1);

  await expect.poll(tab.badges, POLL).toMatchObject([{ running: 0 }]);
  await expectClean(tab);
});

test('a reply that ends while another chat is shown has its badge when the person returns', async () => {
  const tab = await tabOf();
  const earlier = await earlierChat(tab);
  await tab.chat.begin({ models: [RECORDED] });
  const release = await askAndHold(tab);
  const asked = await idOf(tab.chat);
  const { server } = await recordedAgent();
  const before = server.requests.length;

  await tab.chat.goTo(earlier);
  release();
  await until(
    async () =>
      JSON.stringify(await readStoredChat(tab.server.admin, asked)).includes('printed the year.'),
    'the reply to be stored',
    30_000,
  );
  await tab.chat.goTo(asked);
  await tab.chat.untilDone(1);

  // Requested only once, whatever the person did meanwhile.
  expect(server.requests.length).toBe(before);
  const [reply] = await tab.chat.replies();
  await expect.poll(tab.badges, POLL).toMatchObject([{ reply: reply!.id, running: 0 }]);
});

test('after a reload in mid-reply there is no marker, the text is right, and nothing keeps running', async () => {
  await withCompanion();
  const tab = await tabOf();
  await tab.chat.begin({ models: [RECORDED] });
  const release = await askAndHold(tab);
  await expectRunning(tab);

  await tab.page.reload();
  await tab.page.waitForSelector('.chat-assistant');
  // Nothing shows when the page has its socket again.
  await sleep(2_000);
  release();
  await tab.chat.untilDone(1);

  await expectClean(tab);
  await expectNoBadge(tab, ({ running }) => running > 0);
  // The tool began before this page was loaded.
  expect(JSON.stringify(await tab.badges())).not.toMatch(/\d (?:s\b|second)/);
});

// In earlier releases, a tab shows another tab's question only after a reload: 0.11.4 drops events
// of messages it does not know.
test.runIf(isSince(MAIN, '0.12.0'))('the same chat in two tabs has the badge in both', async () => {
  const tab = await tabOf();
  await tab.chat.begin({ models: [RECORDED] });
  await tab.chat.ask(YEAR);
  const other = await tabOf();
  await other.chat.open(tab.chat.chatId());
  await tab.chat.ask('Run three commands and let one fail');
  await other.page.bringToFront();
  await other.chat.untilDone(2);

  for (const one of [tab, other]) {
    // A background page draws nothing.
    await one.page.bringToFront();
    const replies = await one.chat.replies();
    // The other tab was not open yet when the first reply arrived.
    await expect
      .poll(async () => (await one.badges()).at(-1), POLL)
      .toMatchObject({ reply: replies[1]!.id, running: 0 });
    expect((await one.markersSeen()).filter((text) => text.includes('sleep 1'))).toEqual([]);
  }
});

test('the playground shows no marker, and badges in the corner', async () => {
  const tab = await tabOf();
  const { page } = tab;
  await page.goto(`${tab.server.origin}/playground`);
  // Before 0.12 the list of models has no name, and in 0.5 it is in settings behind a cog.
  const models = `select:has(option[value="${RECORDED}"])`;
  const cog = '.translate-y-1 > button:has(path[d^="M9.594 3.94c"])';
  await page.waitForSelector(`${models}, ${cog}`, { timeout: 60_000 });
  if (!(await page.$(models))) await press(tab, cog);
  await page.waitForSelector(models);
  await page.select(models, RECORDED);
  await page.type(
    'textarea:is([placeholder="Enter a user message here"], [aria-label="Enter a user message here"])',
    YEAR,
  );
  await pressText(tab, 'button', 'Run');

  const texts = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('textarea')].map(({ value }) => value).join('\n'),
    );
  let seen = '';
  await until(
    async () => {
      seen += await texts();
      return seen.includes('printed the year.');
    },
    'the answer in the playground',
    30_000,
  );

  expect(seen).not.toContain('💻');
  await expect.poll(tab.badges, POLL).toMatchObject([{ reply: null, running: 0 }]);
  expect(tab.faults()).toEqual([]);
});
