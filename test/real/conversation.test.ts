import { expect, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { knowHermes } from '../e2e/faked-chat.ts';
import { sharedBrowser } from '../support/browsers.ts';
import { MARKDOWN, MARKDOWN_PLAIN, RECORDED, RECORDED_TEXTS } from './replies.ts';
import { openWebUi, recordedAgent } from './servers.ts';
import { openTab, POLL, type Tab, type TabOptions } from './tab.ts';
import { MAIN, VERSIONS } from './versions.ts';
import { words } from './words.ts';

interface Setting {
  readonly version: string;
  readonly kind: BrowserKind;
  readonly webSockets: boolean;
}

/** The release, the browser, and the server's transport. */
const SETTINGS: readonly (readonly [string, Setting])[] = [
  ...VERSIONS.map(
    (version) =>
      [`${version} in Chromium`, { version, kind: 'chromium', webSockets: true }] as const,
  ),
  [`${MAIN} in Firefox`, { version: MAIN, kind: 'firefox', webSockets: true }],
  [
    `${MAIN} in Chromium without websockets`,
    { version: MAIN, kind: 'chromium', webSockets: false },
  ],
];

async function tabOf(
  { version, kind, webSockets }: Setting,
  options: Partial<TabOptions> = {},
): Promise<Tab> {
  return openTab({
    driver: await sharedBrowser(kind),
    server: await openWebUi(version, { webSockets }),
    ...options,
  });
}

test.each(SETTINGS)(
  '%s: without the extension the markers are on the screen',
  async (_, setting) => {
    const { chat, markersSeen, badges } = await tabOf(setting, { on: false });

    await chat.begin({ models: [RECORDED] });
    await chat.ask('What year is it?');

    expect(await markersSeen()).not.toEqual([]);
    expect(await badges()).toEqual([]);
  },
);

test.each(SETTINGS)(
  '%s: two replies have no marker at any moment, a badge each, and the right text',
  async (_, setting) => {
    const { chat, page, markersSeen, badges, faults } = await tabOf(setting);

    await chat.begin({ models: [RECORDED] });
    await chat.ask('What year is it?');
    const [first] = await chat.replies();
    await expect.poll(badges, POLL).toMatchObject([{ reply: first!.id, running: 0 }]);
    await chat.ask('Run three commands and let one fail');

    const replies = await chat.replies();
    expect(await markersSeen()).toEqual([]);
    expect(replies.map(({ text }) => words(text))).toEqual(RECORDED_TEXTS.map(words));
    // Badges of a reply stay when the next one begins.
    await expect.poll(badges, POLL).toMatchObject([
      { reply: first!.id, running: 0 },
      { reply: replies[1]!.id, running: 0, folds: [expect.stringContaining('3 tools')] },
    ]);
    expect(faults()).toEqual([]);

    const inReply = await page.evaluate(
      (id) =>
        document.querySelector(`#message-${id} .chat-assistant`)?.firstElementChild?.localName,
      replies[1]!.id,
    );
    expect(inReply).toBe(HOST_NAME);
  },
);

test.each(SETTINGS)(
  '%s: markdown and code are the same as without a marker',
  async (_, setting) => {
    const { chat, markersSeen, badges } = await tabOf(setting, { marker: '💻' });

    await chat.begin({ models: [MARKDOWN_PLAIN] });
    await chat.ask('Show me');
    const [plain] = await chat.replies();
    await chat.begin({ models: [MARKDOWN] });
    await chat.ask('Show me');
    const [cleaned] = await chat.replies();

    expect(await markersSeen()).toEqual([]);
    expect(plain!.text).toContain('⏰ list');
    expect(words(cleaned!.text)).toBe(words(plain!.text));
    await expect.poll(badges, POLL).toMatchObject([{ reply: cleaned!.id, running: 0 }]);
  },
);

test.each(SETTINGS)('%s: a badge runs beside the reply while its tool runs', async (_, setting) => {
  // Where the server sends whole texts, without the line feed at their end, only a site of Hermes
  // shows it so early.
  await knowHermes(await sharedBrowser(setting.kind), await openWebUi(setting.version, setting));
  const { chat, badges } = await tabOf(setting);
  const { gate } = await recordedAgent();

  await chat.begin({ models: [RECORDED] });
  gate.hold('echo');
  onTestFinished(() => gate.release());
  await chat.send('What year is it?');
  await gate.held();

  await expect
    .poll(badges, POLL)
    .toMatchObject([{ running: 1, lines: [expect.stringContaining('echo')] }]);
  const [reply] = await chat.replies();
  expect((await badges())[0]!.reply).toBe(reply!.id);
  gate.release();
  await chat.untilDone(1);
  await expect.poll(badges, POLL).toMatchObject([{ reply: reply!.id, running: 0 }]);
});
