import { expect, inject, onTestFinished, test } from 'vitest';
import { countMarkers } from '../../src/tools/demo/markers.ts';
import { readStoredChat } from '../../src/tools/demo/servers/open-webui-api.ts';
import { sharedBrowser } from '../support/browsers.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { DIRECT_PREFIX, saveSettings, storedText, type DirectConnection } from './open-webui-data.ts';
import { words } from './words.ts';
import { RECORDED, RECORDED_TEXTS } from './replies.ts';
import { openWebUi, recordedAgent } from './servers.ts';
import { openTab, POLL, type Tab, type TabOptions } from './tab.ts';
import { MAIN } from './versions.ts';

/** A tab whose user connected an agent of their own, to which the page sends requests itself. */
async function directTab(connection: DirectConnection, options: Partial<TabOptions> = {}): Promise<Tab> {
  const server = await openWebUi(MAIN);
  await saveSettings(server.user, [connection]);
  return openTab({ driver: await sharedBrowser('chromium'), server, account: server.user, ...options });
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

test('real Hermes called by the page: badges run and finish beside the reply, and the stored text is clean', async () => {
  const { origin, key } = inject('running').hermes;
  const tab = await directTab({ url: `${origin}/v1`, key });

  await tab.chat.begin({ models: [`${DIRECT_PREFIX}.hermes-agent`] });
  await tab.chat.send('What time is it?');

  await expect
    .poll(tab.badges, { timeout: 60_000 })
    .toMatchObject([{ running: 1, lines: [expect.stringContaining('date')] }]);
  await tab.chat.untilDone(1);
  const [reply] = await tab.chat.replies();
  await expect.poll(tab.badges, POLL).toMatchObject([{ reply: reply!.id, running: 0 }]);
  expect(words(reply!.text)).toBe('Let me look at the clock. The clock of this machine answered.');
  expect(words(await storedReply(tab))).toBe(words(reply!.text));
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
