import { afterAll, expect, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import { findInShadow, pressOurs } from '../../src/tools/browsers/in-shadow.ts';
import { countMarkers } from '../../src/tools/demo/markers.ts';
import { sharedBrowser } from '../support/browsers.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { answerQuestion } from '../support/driving/approval.ts';
import { askingHermes, closeAsking, expectSame, popupOf } from './asking.ts';
import {
  DIRECT_PREFIX,
  readStoredChat,
  saveSettings,
  storedText,
  type DirectConnection,
} from './open-webui-data.ts';
import { words } from './words.ts';
import { RECORDED, RECORDED_TEXTS } from './replies.ts';
import { openWebUi, recordedAgent } from './servers.ts';
import { openTab, POLL, type Tab, type TabOptions } from './tab.ts';
import { MAIN } from './versions.ts';

afterAll(closeAsking);

/** A tab whose user connected an agent of their own, to which the page sends requests itself. */
async function directTab(
  connection: DirectConnection,
  options: Partial<TabOptions> = {},
): Promise<Tab> {
  const server = await openWebUi(MAIN);
  await saveSettings(server.user, [connection]);
  return openTab({
    driver: await sharedBrowser('chromium'),
    server,
    account: server.user,
    ...options,
  });
}

async function proxied(): Promise<DirectConnection> {
  const { server } = await recordedAgent();
  const proxy = await startCuttingProxy(server.origin);
  onTestFinished(() => proxy.close());
  return { url: `${proxy.origin}/v1`, key: 'none' };
}

/** @returns the text of the one reply as the server stores it */
async function storedReply({ chat, server }: Tab): Promise<string> {
  const stored = await readStoredChat(server.user, chat.chatId());
  const reply = stored.find(({ role }) => role === 'assistant');
  return reply ? storedText(reply) : '';
}

test('real Hermes called by the page asks beside the reply, and what is stored is clean', async () => {
  const { agent, answers, record, scratch, seenAfter } = await askingHermes('0.22.2');
  const tab = await directTab({ url: `${agent.origin}/v1`, key: agent.key });
  const { driver, page, chat } = tab;
  for (const [answer, name] of [
    ['once', 'allowed'],
    ['deny', 'denied'],
  ] as const) {
    scratch.make();
    await chat.begin({ models: [`${DIRECT_PREFIX}.hermes-agent`] });
    const before = await popupOf(driver, page);
    const question = `Clean up, called by the page: ${answer}`;
    const since = Date.now();
    await chat.send(question);
    const ms = await seenAfter(
      since,
      async () => (await findInShadow(driver, page, HOST_NAME, 'look')) !== null,
    );
    const { length } = answers;
    if (answer === 'once') await answerQuestion(driver, page, answer);
    else await pressOurs(driver, page, answer, async () => answers.length > length);
    await chat.untilDone(1);
    expect(scratch.isThere()).toBe(answer === 'deny');
    await expectSame(
      tab,
      `Open WebUI ${MAIN}, direct, seen after ${ms} ms`,
      name,
      before,
      await record(question),
    );
    const [reply] = await chat.replies();
    expect(await tab.badges()).toMatchObject([{ reply: reply!.id, running: 0 }]);
    expect(words(reply!.text)).toBe('Let me see. That is all.');
    expect(words(await storedReply(tab))).toBe(words(reply!.text));
    expect(ms).toBeLessThan(1000);
  }
  expect(tab.faults()).toEqual([]);
});

test('an agent of version 0.8 behind a proxy that cuts lines: without the extension words are lost', async () => {
  const tab = await directTab(await proxied(), { on: false });

  await tab.chat.begin({ models: [`${DIRECT_PREFIX}.${RECORDED}`] });
  await tab.chat.send('What year is it?');
  await tab.chat.untilDone(1);

  const [reply] = await tab.chat.replies();
  const lost = words(RECORDED_TEXTS[0])
    .split(' ')
    .filter((word) => !words(reply!.text).includes(word));
  expect(lost).not.toEqual([]);
});

test('an agent of version 0.8 behind a proxy that cuts lines: with it the reply is complete, clean and stored clean', async () => {
  const tab = await directTab(await proxied());

  await tab.chat.begin({ models: [`${DIRECT_PREFIX}.${RECORDED}`] });
  await tab.chat.ask('What year is it?');

  const [reply] = await tab.chat.replies();
  expect(await tab.markersSeen()).toEqual([]);
  expect(words(reply!.text)).toBe(words(RECORDED_TEXTS[0]));
  expect(words(await storedReply(tab))).toBe(words(RECORDED_TEXTS[0]));
  expect(countMarkers(await storedReply(tab))).toBe(0);
  await expect.poll(tab.badges, POLL).toMatchObject([{ reply: reply!.id, running: 0 }]);
  expect(tab.faults()).toEqual([]);
});
