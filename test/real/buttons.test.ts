import { expect, onTestFinished, test } from 'vitest';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { countMarkers, markersIn } from '../../src/tools/demo/markers.ts';
import type { ChatRequest } from '../../src/tools/demo/servers/models.ts';
import { sharedBrowser } from '../support/browsers.ts';
import { readStoredChat, saveSettings, storedText } from './open-webui-data.ts';
import {
  EDIT,
  edit,
  goToBranch,
  press,
  pressChatMenu,
  pressListMenu,
  regenerate,
  REPLY,
} from './press.ts';
import { LONE, OTHER, RECORDED, RECORDED_TEXTS } from './replies.ts';
import { openWebUi, recordedAgent } from './servers.ts';
import { openTab, POLL, type Tab } from './tab.ts';
import { BUTTON_VERSIONS, isSince } from './versions.ts';
import { words } from './words.ts';

/**
 * Every button of a reply, and every other place of Open WebUI that shows replies or passes them
 * on.
 */
interface Button {
  readonly name: string;
  /**
   * First release that has it, if that is not 0.5.17; in earlier ones there is nothing to press.
   */
  readonly since?: string;
  /** Releases in which it does not work, with or without the extension. */
  readonly brokenIn?: RegExp;
  run(tab: Tab): Promise<void>;
}

const YEAR = 'What year is it?';
const [FIRST, SECOND] = RECORDED_TEXTS.map(squeezed);
const STEP_MS = 40_000;
/** A person may write something that looks like a marker. */
const QUOTED = 'It wrote this:\n`⏰ list`\n\nWhat year is it?';

/** A text without blanks and code marks: servers join its pieces in different ways. */
function squeezed(text: string): string {
  return words(text).replaceAll(' ', '');
}

/** A chat of one question. @returns the id of its reply */
async function asked({ chat }: Tab, model = RECORDED): Promise<string> {
  await chat.begin({ models: [model] });
  await chat.ask(YEAR);
  return (await chat.replies())[0]!.id;
}

async function chatIdOf({ chat }: Tab): Promise<string> {
  return until(() => chat.chatId(), 'the address of the chat', STEP_MS);
}

async function expectShown(
  { chat }: Tab,
  ...texts: readonly (string | undefined)[]
): Promise<void> {
  await expect
    .poll(async () => (await chat.replies()).map(({ text }) => squeezed(text)), POLL)
    .toEqual(texts);
}

/** Waits until there is a badge at each of these messages, and at no other. */
async function expectBadges({ badges }: Tab, ...replies: readonly string[]): Promise<void> {
  await expect.poll(badges, POLL).toMatchObject(replies.map((reply) => ({ reply, running: 0 })));
}

/**
 * The last request to the agent. For a stored chat, the server takes the history from its database,
 * markers included.
 */
async function lastRequest(): Promise<ChatRequest['messages']> {
  const { server } = await recordedAgent();
  return server.requests.findLast(({ stream }) => stream)?.messages ?? [];
}

/** Reloads the chat, which the server has stored with its markers. */
async function reloaded(tab: Tab, replies = 1): Promise<void> {
  await tab.page.reload();
  await tab.chat.untilDone(replies);
}

/**
 * Calls the server from within the page, as its own buttons do, so that everything passes the
 * extension.
 */
async function fromPage(
  { page }: Tab,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const text = await page.evaluate(
    async (how, where, what) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.token as string}`,
      };
      const answer = await fetch(where, {
        method: how,
        headers,
        ...(what !== null && { body: what }),
      });
      return answer.text();
    },
    method,
    path,
    body === undefined ? null : JSON.stringify(body),
  );
  return JSON.parse(text) as unknown;
}

/** @returns bodies that the page sends from now on to addresses that contain this */
function sentTo({ page }: Tab, part: string): string[] {
  const bodies: string[] = [];
  page.on(
    'request',
    (request) => void (request.url().includes(part) && bodies.push(request.postData() ?? '')),
  );
  return bodies;
}

const BUTTONS: readonly Button[] = [
  {
    name: 'Continue Response',
    async run(tab) {
      const reply = await asked(tab);
      await press(tab, REPLY.resume);
      await until(
        async () => squeezed((await tab.chat.replies())[0]!.text) === `${FIRST}${FIRST}`,
        'the rest of the reply',
        STEP_MS,
      );
      await tab.chat.untilDone(1);
      await expectBadges(tab, reply);
      await reloaded(tab);
      await expectShown(tab, `${FIRST}${FIRST}`);
    },
  },
  {
    name: 'Regenerate, and the arrows between its branches',
    async run(tab) {
      const first = await asked(tab);
      await regenerate(tab);
      const second = (await tab.chat.replies())[0]!.id;
      await expectShown(tab, FIRST);
      await expectBadges(tab, second);
      await goToBranch(tab, second, 'previous');
      await until(
        async () => (await tab.chat.replies())[0]?.id === first,
        'the first branch',
        STEP_MS,
      );
      await expectShown(tab, FIRST);
      await expect
        .poll(async () => (await tab.badges()).filter(({ reply }) => reply !== first), POLL)
        .toEqual([]);
      await goToBranch(tab, first, 'next');
      await until(
        async () => (await tab.chat.replies())[0]?.id === second,
        'the second branch',
        STEP_MS,
      );
      await expectBadges(tab, second);
    },
  },
  ...(['Add Details', 'More Concise'] as const).map((how): Button => ({
    name: `Regenerate: ${how}`,
    since: '0.6.23',
    async run(tab) {
      await asked(tab);
      await regenerate(tab, how);
      const [reply] = await tab.chat.replies();
      expect([FIRST, SECOND]).toContain(squeezed(reply!.text));
      await expectBadges(tab, reply!.id);
    },
  })),
  {
    name: "edit a person's message and send it again",
    async run(tab) {
      await asked(tab);
      const [message] = await userMessages(tab);
      await edit(tab, message!.id, () => QUOTED);
      await press(tab, EDIT.confirm);
      await until(
        async () => (await userMessages(tab))[0]?.id !== message!.id,
        'the new branch',
        STEP_MS,
      );
      await tab.chat.untilDone(1);
      await expectShown(tab, FIRST);
      expect((await userMessages(tab))[0]!.text).toContain('⏰ list');
      expect(JSON.stringify(await lastRequest())).toContain('⏰ list');
    },
  },
  {
    name: "edit a person's message and save it",
    async run(tab) {
      const reply = await asked(tab);
      const [message] = await userMessages(tab);
      await edit(tab, message!.id, () => QUOTED);
      await press(tab, EDIT.save);
      await until(
        async () => (await userMessages(tab))[0]!.text.includes('⏰ list'),
        'the text to be saved',
        STEP_MS,
      );
      expect((await tab.chat.replies()).map(({ id }) => id)).toEqual([reply]);
      await reloaded(tab);
      await expectShown(tab, FIRST);
      expect((await userMessages(tab))[0]!.text).toContain('⏰ list');
    },
  },
  {
    name: 'edit a reply and save it',
    async run(tab) {
      const reply = await asked(tab);
      const before = await edit(tab, reply, (text) => `${text} Edited.`);
      expect([squeezed(before), countMarkers(before)]).toEqual([FIRST, 0]);
      await press(tab, EDIT.confirm);
      await until(
        async () => squeezed((await tab.chat.replies())[0]!.text) === `${FIRST}Edited.`,
        'the text to be saved',
        STEP_MS,
      );
      await tab.chat.ask('And now?');
      expect(markersIn(await lastRequest())).toBe(0);
      await reloaded(tab, 2);
      await expectShown(tab, `${FIRST}Edited.`, SECOND);
    },
  },
  {
    name: 'edit a reply and save it as a copy',
    async run(tab) {
      const reply = await asked(tab);
      await edit(tab, reply, (text) => `${text} Copied.`);
      await press(tab, EDIT.copy);
      await until(async () => (await tab.chat.replies())[0]?.id !== reply, 'the copy', STEP_MS);
      await tab.chat.untilDone(1);
      await expectShown(tab, `${FIRST}Copied.`);
    },
  },
  {
    name: 'Copy',
    async run(tab) {
      await tab.page.evaluateOnNewDocument(hearClipboard);
      await asked(tab);
      await press(tab, REPLY.copy);
      const copied = await until(
        () => tab.page.evaluate(readHeard),
        'the text to be copied',
        STEP_MS,
      );
      expect([squeezed(copied), countMarkers(copied)]).toEqual([FIRST, 0]);
    },
  },
  {
    name: 'Read Aloud',
    async run(tab) {
      await tab.page.evaluateOnNewDocument(hearSpeech);
      await asked(tab);
      await press(tab, REPLY.speak);
      const spoken = await until(
        () => tab.page.evaluate(readHeard),
        'the text to be spoken',
        STEP_MS,
      );
      expect(FIRST).toContain(squeezed(spoken));
      expect(spoken).not.toMatch(/\p{Extended_Pictographic}/u);
    },
  },
  {
    name: 'Good Response',
    async run(tab) {
      await asked(tab);
      const sent = sentTo(tab, '/evaluations/feedback');
      await press(tab, REPLY.good);
      await until(
        () => sent.some((body) => body.includes('snapshot')),
        'the rating to be sent',
        STEP_MS,
      );
      expect(sent.filter((body) => body.includes('💻'))).toEqual([]);
      await expectShown(tab, FIRST);
    },
  },
  {
    name: 'Stop',
    async run(tab) {
      const { gate } = await recordedAgent();
      await tab.chat.begin({ models: [RECORDED] });
      gate.hold('echo');
      onTestFinished(() => gate.release());
      await tab.chat.send(YEAR);
      await gate.held();
      await expect.poll(tab.badges, POLL).toMatchObject([{ running: 1 }]);
      await tab.chat.stop();
      await tab.chat.untilDone(1);
      await expect.poll(tab.badges, POLL).toMatchObject([{ running: 0 }]);
      gate.release();
      await expectShown(tab, squeezed('Let me check.'));
      expect(tab.faults()).toEqual([]);
    },
  },
  {
    name: 'several models, and Merge Responses',
    async run(tab) {
      await tab.chat.begin({ models: [OTHER, RECORDED] });
      await tab.chat.send(YEAR);
      await tab.chat.untilDone(2);
      await expectShown(tab, squeezed('Looking. It rains.'), FIRST);
      const seen = await tab.badges();
      expect(seen.map(({ reply }) => reply).toSorted()).toEqual(
        (await tab.chat.replies()).map(({ id }) => id).toSorted(),
      );
      expect(seen.map(({ running }) => running)).toEqual([0, 0]);
      await press(tab, REPLY.merge);
      const merged = (): Promise<string> =>
        tab.page.evaluate(
          () =>
            /Merged Response(.*)/s.exec(
              document.querySelector('#messages-container')?.textContent ?? '',
            )?.[1] ?? '',
        );
      await until(
        async () => (await merged()).includes('printed the year.'),
        'the merged answer',
        STEP_MS,
      );
      expect(await merged()).not.toMatch(/[💻🔍]/u);
      expect(tab.faults()).toEqual([]);
    },
  },
  {
    name: 'Temporary Chat',
    async run(tab) {
      await tab.chat.begin({ models: [RECORDED], temporary: true });
      await tab.chat.ask(YEAR);
      await tab.chat.ask('Run three commands and let one fail');
      await expectShown(tab, FIRST, SECOND);
      await expectBadges(tab, ...(await tab.chat.replies()).map(({ id }) => id));
      const sent = await lastRequest();
      expect(markersIn(sent)).toBe(0);
      expect(JSON.stringify(sent)).toContain('All done: it printed the year.');
    },
  },
  {
    name: 'Share, and the page that is shared',
    async run(tab) {
      await tab.page.evaluateOnNewDocument(hearClipboard);
      await asked(tab);
      const id = await chatIdOf(tab);
      // The shared text is the server's; up to 0.8 the page stores the reply a moment after its
      // end.
      await until(
        async () =>
          (await readStoredChat(tab.server.admin, id)).some((one) =>
            storedText(one).includes('printed the year.'),
          ),
        'the reply to be stored',
        STEP_MS,
      );
      await pressChatMenu(tab, 'Share');
      await press(tab, '#copy-and-share-chat-button');
      const address = await until(
        () => tab.page.evaluate(readHeard),
        'the address to be copied',
        STEP_MS,
      );
      expect(address).toMatch(/\/s\/[\w-]+$/);
      await tab.page.goto(address);
      await until(async () => (await tab.chat.replies()).length === 1, 'the shared chat', STEP_MS);
      await expectShown(tab, FIRST);
    },
  },
  {
    name: 'Clone',
    async run(tab) {
      await asked(tab);
      const id = await chatIdOf(tab);
      await pressListMenu(tab, id, 'Clone');
      await until(() => tab.chat.chatId() !== id, 'the clone', STEP_MS);
      await tab.chat.untilDone(1);
      await expectShown(tab, FIRST);
    },
  },
  {
    name: 'Export and import',
    async run(tab) {
      await tab.page.evaluateOnNewDocument(hearDownloads);
      await asked(tab);
      const id = await chatIdOf(tab);
      await reloaded(tab);
      await pressChatMenu(tab, 'Download', 'Export chat (.json)');
      const exported = await until(() => tab.page.evaluate(readHeard), 'the file', STEP_MS);
      expect(exported).toContain('printed the year.');
      expect(exported).not.toContain('💻');
      const { body: dirty } = await tab.server.admin.call({
        method: 'GET',
        path: `/api/v1/chats/${id}`,
      });
      // Up to 0.8 the page stores what it shows, which is clean.
      const { chat } = dirty as { chat: object };
      const isSingle = !isSince(tab.server.version, '0.6.42');
      const imported = await fromPage(
        tab,
        'POST',
        '/api/v1/chats/import',
        isSingle ? { chat } : { chats: [{ chat }] },
      );
      const [copy] = [imported].flat() as { id: string }[];
      const { body: stored } = await tab.server.admin.call({
        method: 'GET',
        path: `/api/v1/chats/${copy!.id}`,
      });
      expect(JSON.stringify(stored)).toContain('printed the year.');
      expect(JSON.stringify(stored)).not.toContain('💻');
      await tab.chat.open(copy!.id);
      await tab.chat.untilDone(1);
      await expectShown(tab, FIRST);
    },
  },
  {
    name: 'a folder',
    async run(tab) {
      await asked(tab);
      const id = await chatIdOf(tab);
      const name = `Folder ${id}`;
      const { id: folder } = (await fromPage(tab, 'POST', '/api/v1/folders/', { name })) as {
        id: string;
      };
      // In earlier releases, a chat is dragged there.
      if (isSince(tab.server.version, '0.6.43')) {
        await reloaded(tab);
        const sent = sentTo(tab, `/chats/${id}/folder`);
        await pressChatMenu(tab, 'Move', name);
        await until(
          () => sent.some((body) => body.includes(folder)),
          'the chat to be moved',
          STEP_MS,
        );
      } else await fromPage(tab, 'POST', `/api/v1/chats/${id}/folder`, { folder_id: folder });
      await reloaded(tab);
      await expectShown(tab, FIRST);
      await tab.chat.ask('Run three commands and let one fail');
      await expectShown(tab, FIRST, SECOND);
    },
  },
  {
    name: 'the search window',
    since: '0.6.23',
    async run(tab) {
      await asked(tab);
      const shownReplies = (): Promise<string[]> =>
        tab.page.evaluate(() =>
          [...document.querySelectorAll('.chat-assistant')].map(
            ({ textContent }) => textContent ?? '',
          ),
        );
      // Its button is in the sidebar, which is folded at first in some releases; the shortcut is
      // the same in all.
      await tab.page.keyboard.down('Control');
      await tab.page.keyboard.press('k');
      await tab.page.keyboard.up('Control');
      await until(
        async () => {
          if ((await shownReplies()).length > 1) return true;
          // Up to 0.11 a chat must be selected, and other entries are above it.
          await tab.page.keyboard.press('ArrowDown');
          await sleep(700);
          return false;
        },
        'the preview of the chat',
        STEP_MS,
      );
      await sleep(1_000);
      const shown = await shownReplies();
      expect(shown.filter((text) => text.includes('💻'))).toEqual([]);
    },
  },
  {
    name: 'a channel',
    // Models answer in channels from this release on. 0.10 waits for `content` there, which its own
    // replies no longer have; 0.6.43 calls its own `update_message_by_id` without the request, so
    // no answer is stored.
    since: '0.6.25',
    brokenIn: /^0\.(?:6\.43$|10\.)/,
    async run(tab) {
      const { page } = tab;
      const text = (): Promise<string> => page.evaluate(() => document.body.textContent ?? '');
      await page.goto(`${tab.server.origin}/`);
      const { id } = (await fromPage(tab, 'POST', '/api/v1/channels/create', {
        name: `c${Date.now()}`,
        access_control: null,
      })) as { id: string };
      await page.goto(`${tab.server.origin}/channels/${id}`);
      const field = '#channel-container [contenteditable="true"]';
      await page.waitForSelector(field, { timeout: STEP_MS });
      await sleep(2_000);
      const model = LONE;
      const { gate } = await recordedAgent();
      // Up to 0.8 models answer there without streaming.
      gate.hold('reminders', true);
      onTestFinished(() => gate.release());
      await page.type(field, `@${model}`, { delay: 30 });
      await page.waitForSelector(`#suggestions-container button ::-p-text(${model})`, {
        timeout: STEP_MS,
      });
      await page.keyboard.press('Enter');
      await page.type(field, ` ${YEAR}`);
      await page.keyboard.press('Enter');
      const question = await until(
        () => firstMessage(tab, id),
        'the question in the channel',
        STEP_MS,
      );
      await gate.held();
      // Opened while the answer is being written, which arrives over the socket.
      await page.evaluateOnNewDocument(watchChannel);
      await openThread(tab, id, question.id);
      await until(async () => (await text()).includes(YEAR), 'the thread', STEP_MS);
      await sleep(2_000);
      gate.release();
      const path = `/api/v1/channels/${id}/messages/${question.id}/thread?skip=0&limit=50`;
      const said = async (): Promise<string> =>
        JSON.stringify((await tab.server.admin.call({ method: 'GET', path })).body);
      await until(
        async () => (await said()).includes('three reminders'),
        'the answer in the channel',
        STEP_MS,
      );
      expect(await said()).toContain('⏰');
      await until(
        async () => (await text()).includes('three reminders'),
        'the answer on the screen',
        STEP_MS,
      );
      expect(await page.evaluate(readHeard)).toBe('');
      await openThread(tab, id, question.id);
      await until(
        async () => (await text()).includes('three reminders'),
        'the stored answer on the screen',
        STEP_MS,
      );
      const shown = JSON.stringify(await fromPage(tab, 'GET', path));
      expect(shown).toContain('three reminders');
      expect(shown).not.toContain('⏰');
      expect(await page.evaluate(readHeard)).toBe('');
    },
  },
  {
    name: 'the chat beside a note',
    // 0.10.2 has none.
    since: '0.11.4',
    async run(tab) {
      const { page, server, chat } = tab;
      await server.admin.call({
        method: 'POST',
        path: '/api/v1/users/user/settings/update',
        body: { ui: { version: server.version, models: [RECORDED] } },
      });
      onTestFinished(() => saveSettings(server.admin));
      await page.goto(`${server.origin}/`);
      const { id } = (await fromPage(tab, 'POST', '/api/v1/notes/create', {
        title: 'A note',
        data: { content: { json: null, html: '', md: '' } },
      })) as { id: string };
      await page.goto(`${server.origin}/notes/${id}`);
      await press(tab, '#note-editor button[aria-label="Chat"], button[aria-label="Chat"]');
      await page.waitForSelector('#chat-input', { timeout: STEP_MS });
      await chat.ask(YEAR);
      await expectShown(tab, FIRST);
      await expectBadges(tab, (await chat.replies())[0]!.id);
    },
  },
];

async function userMessages({ page }: Tab): Promise<{ id: string; text: string }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.chat-user')].map((one) => ({
      id: one.closest('[id^="message-"]')?.id.slice('message-'.length) ?? '',
      text: one.innerText,
    })),
  );
}

/** The first message of a channel, once it is there. */
async function firstMessage({ server }: Tab, channel: string): Promise<{ id: string } | undefined> {
  const { body } = await server.admin.call({
    method: 'GET',
    path: `/api/v1/channels/${channel}/messages?skip=0&limit=50`,
  });
  return (body as { id: string }[]).at(-1);
}

/** Reloads a channel, with the thread below a message open beside it. */
async function openThread({ page, server }: Tab, channel: string, message: string): Promise<void> {
  await page.goto(`${server.origin}/channels/${channel}?thread=${message}`);
  // In earlier releases, no address leads to a thread.
  if (isSince(server.version, '0.10.0')) return;
  const replies = await page.waitForSelector('#channel-container ::-p-text(Replies)', {
    timeout: STEP_MS,
  });
  await replies!.click();
}

declare const window: Window & { heard?: string };

/** Runs before the page's own scripts: records what is copied to the clipboard. */
function hearClipboard(): void {
  const note = (text: string): void => void (window.heard = text);
  Clipboard.prototype.writeText = async (text) => note(text);
  Clipboard.prototype.write = async ([item]) =>
    note(await (await item!.getType('text/plain')).text());
}

/** Runs before the page's own scripts: records the text of a file that the page creates. */
function hearDownloads(): void {
  const make = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (file) => {
    if (file instanceof Blob && !file.type.includes('javascript'))
      void file.text().then((text) => (window.heard = text));
    return make(file);
  };
}

/**
 * Runs before the page's own scripts: records what is spoken, with a fake voice if the machine has
 * none.
 */
function hearSpeech(): void {
  SpeechSynthesis.prototype.getVoices = () => [
    { name: 'v', voiceURI: 'v', lang: 'en', default: true, localService: true },
  ];
  SpeechSynthesis.prototype.speak = ({ text }) => void (window.heard = (window.heard ?? '') + text);
}

/** Runs before the page's own scripts: records a marker that a channel shows at any moment. */
function watchChannel(): void {
  new MutationObserver(() => {
    const seen = /.{0,20}⏰.{0,20}/u.exec(document.body.textContent ?? '')?.[0];
    if (seen !== undefined) window.heard = seen;
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Runs in the page. */
function readHeard(): string {
  return window.heard ?? '';
}

const PRESSED = BUTTON_VERSIONS.flatMap((version) =>
  BUTTONS.map((button) => [version, button.name, button] as const),
);

function isThere(version: string, { since, brokenIn }: Button): boolean {
  return (since === undefined || isSince(version, since)) && !brokenIn?.test(version);
}

test.each(PRESSED.filter(([version, , button]) => isThere(version, button)))(
  '%s: %s',
  async (version, _, button) => {
    const tab = await openTab({
      driver: await sharedBrowser('chromium'),
      server: await openWebUi(version),
    });

    await button.run(tab);

    expect(await tab.markersSeen()).toEqual([]);
  },
);

const MISSING = PRESSED.filter(([version, , button]) => !isThere(version, button));
if (MISSING.length > 0) test.skip.each(MISSING)('%s has no working "%s"', () => {});
