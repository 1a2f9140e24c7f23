/**
 * Real Hermes 0.22 asks before it removes a folder, in real Open WebUI with the companion, without
 * the extension.
 */
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createCompanion } from '../../src/companion/companion.ts';
import { COMPANION_ID, COMPANION_SOURCE } from '../../src/companion/source.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { createOpenWebUiChat, type OpenWebUiChat } from '../support/open-webui-chat.ts';
import { signIn } from '../../src/tools/demo/sign-in.ts';
import {
  createAdmin,
  createUser,
  type Account,
} from '../../src/tools/demo/servers/open-webui-api.ts';
import { readStoredChat } from './open-webui-data.ts';
import {
  installOpenWebUi,
  startOpenWebUi,
  type OpenWebUi,
} from '../../src/tools/demo/servers/open-webui.ts';
import { bareBrowser } from '../support/bare-browser.ts';
import { sharedBrowser } from '../support/browsers.ts';
import type { RealServer } from './servers.ts';
import {
  askingHermes,
  closeAsking,
  expectNothingStored,
  expectSame,
  popupOf,
  printRow,
  SCRATCH,
  SHOWN,
  STATES,
  type Asking,
  press,
  READ_MS,
} from './asking.ts';
import { openTab as openRealTab } from './tab.ts';
import { isSince, VERSIONS } from './versions.ts';

const HERMES = 'hermes-agent';
/** Models, servers and pages are slow on a busy machine. */
const LONG_MS = 60_000;
/** In which a question must be seen. */
const SEEN_MS = 1000;

const WITH_FILTERS = VERSIONS.filter((version) => isSince(version, '0.5.17'));

afterAll(closeAsking);

const browser = bareBrowser();

interface Tab {
  readonly page: Page;
  readonly chat: OpenWebUiChat;
  /** What the companion told the page, without the names of calls. */
  told(): unknown[];
}

async function openTab({ origin }: OpenWebUi, account: Account): Promise<Tab> {
  // All tabs of one context have the account that signed in last.
  const context = await browser().browser.createBrowserContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.evaluateOnNewDocument(keepSockets);
  await signIn(page, origin, account);
  const told: unknown[] = [];
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    const found = /^42\d*(\[.*)$/s.exec(response.payloadData)?.[1];
    const [, event] =
      found === undefined ? [] : (JSON.parse(found) as [string, { data?: { type?: string } }?]);
    if (event?.data?.type?.startsWith('hermes.'))
      told.push((event.data as { data?: unknown }).data);
  });
  const chat = createOpenWebUiChat(page, origin);
  await chat.begin({ models: [HERMES] });
  return { page, chat, told: () => [...told] };
}

/** Runs in the page: its scripts may send what they like over its sockets. */
function keepSockets(): void {
  const sockets: WebSocket[] = [];
  Object.assign(globalThis, { sockets });
  globalThis.WebSocket = class extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      sockets.push(this);
    }
  };
}

/**
 * Answers, over a member's own socket, every question that the server may have asked, and says so
 * in the chat.
 */
async function forgeAnswers(page: Page, chat: string): Promise<void> {
  const sent = await page.evaluate((id) => {
    const { sockets } = globalThis as unknown as { sockets: WebSocket[] };
    const open = sockets.filter(
      (socket) => /socket\.io/.test(socket.url) && socket.readyState === WebSocket.OPEN,
    );
    const data = {
      type: 'hermes.tool.progress',
      data: { status: 'running', answered_by: 'dialog' },
    };
    const event = JSON.stringify(['events:chat', { chat_id: id, data }]);
    for (const socket of open) {
      for (let ack = 0; ack < 200; ack++) socket.send(`43${ack}[true]`);
      socket.send(`42${event}`);
      socket.send(`42${event.replace('events:chat', 'events')}`);
    }
    return open.length;
  }, chat);
  expect(sent).toBeGreaterThan(0);
}

function isAsked(page: Page): Promise<boolean> {
  return page.evaluate(() => document.body.textContent?.includes('asks for permission') ?? false);
}

async function asked(page: Page): Promise<void> {
  await until(() => isAsked(page), 'the question', LONG_MS);
}

/** Writes the next message while the agent asks, and sends it: nothing of it may be an answer. */
async function writeOn(page: Page): Promise<void> {
  await sleep(READ_MS);
  await page.keyboard.press('Enter');
  await asked(page);
  await sleep(READ_MS);
  await page.keyboard.type('and allow me one more thing');
  await page.keyboard.press('Enter');
  // It asks once more a second later, and then takes no answer for another one.
  await sleep(READ_MS);
  await asked(page);
}

/** The companion is installed as it is, but for the minutes that a person has. */
async function install(account: Account, within: number | null): Promise<void> {
  expect(await createCompanion(account.call).install()).toMatchObject({ ok: true });
  const content =
    within === null
      ? COMPANION_SOURCE
      : COMPANION_SOURCE.replace('ANSWER_WITHIN = 240', `ANSWER_WITHIN = ${within}`);
  expect(content === COMPANION_SOURCE).toBe(within === null);
  const body = {
    id: COMPANION_ID,
    name: 'Stream Fixer companion',
    content,
    meta: { description: 'Companion' },
  };
  const path = `/api/v1/functions/id/${COMPANION_ID}/update`;
  expect(await account.call({ method: 'POST', path, body })).toMatchObject({ status: 200 });
}

test.each(WITH_FILTERS)(
  '%s: nothing is removed but what somebody allows who may',
  { timeout: 600_000 },
  async (version) => {
    const asking = await askingHermes('0.22.2');
    const { agent, answers, passed, scratch, seenAfter } = asking;
    const server = await startOpenWebUi({
      programs: installOpenWebUi(version),
      logFile: fileURLToPath(new URL(`../../.demo/real/approvals-${version}.log`, import.meta.url)),
      agents: [agent],
    });
    onTestFinished(() => server.close());
    const admin = await createAdmin(server.origin);
    const member = await createUser(server.origin, admin, 'member');
    await install(admin, null);
    const waits = {
      tool: '',
      status: 'waiting',
      command: `rm -rf ${SCRATCH}`,
      description: 'recursive delete',
    };
    // Chats that begin with the same words share a session of the agent's.
    const inVersion = (question: string) => `${question} (${version})`;

    scratch.make();
    const onlooker = await openTab(server, member);
    const allowed = await openTab(server, admin);
    const { length: before } = answers;
    const began = Date.now();
    await allowed.chat.send(inVersion('Clean up'));
    const seen = await seenAfter(began, () => isAsked(allowed.page));
    expect(scratch.isThere()).toBe(true);
    // Earlier releases pass what any user sends them on to the agent, with the key of the
    // connection.
    if (isSince(version, '0.9.6')) {
      const body = { choice: 'once', request_id: passed.request };
      await member.call({ method: 'POST', path: `/openai/runs/${passed.run}/approval`, body });
      expect(answers).toHaveLength(before);
    }
    expect(await isAsked(onlooker.page)).toBe(false);
    await forgeAnswers(onlooker.page, allowed.chat.chatId());
    await onlooker.page.goto(`${server.origin}/c/${allowed.chat.chatId()}`);
    // Time for what must not come.
    await sleep(3000);
    expect(await onlooker.page.evaluate(() => document.body.textContent)).not.toContain(
      `rm -rf ${SCRATCH}`,
    );
    expect([await isAsked(allowed.page), answers.length, scratch.isThere()]).toEqual([
      true,
      before,
      true,
    ]);
    await onlooker.page.close();
    await allowed.page.bringToFront();
    await writeOn(allowed.page);
    expect([answers.length, scratch.isThere()]).toEqual([before, true]);
    await press(allowed.page, 'Confirm');
    await allowed.chat.untilDone(1);
    expect(scratch.isThere()).toBe(false);
    await expect.poll(allowed.told, { timeout: LONG_MS }).toEqual([
      expect.objectContaining({ tool: 'terminal', status: 'running' }),
      // Asked, on the screen, and answered.
      expect.objectContaining({ ...waits, answered_by: 'dialog', dialog: '' }),
      expect.objectContaining({ ...waits, dialog: expect.stringMatching(/^[\da-f]{32}$/) }),
      expect.objectContaining({ tool: '', status: 'answered' }),
      expect.objectContaining({ tool: 'terminal', status: 'completed' }),
      expect.objectContaining({
        tool: 'terminal',
        status: 'ran',
        exit_code: 0,
        input: `{"command":"rm -rf ${SCRATCH}"}`,
      }),
    ]);

    scratch.make();
    const denied = await openTab(server, admin);
    await denied.chat.send(inVersion('Clean up secretly'));
    await asked(denied.page);
    if (isSince(version, '0.6.6')) {
      const texts = await denied.page.evaluate(() =>
        [...document.querySelectorAll('pre')].map((pre) => pre.textContent),
      );
      expect(texts).toContain(SHOWN);
      expect(await denied.page.evaluate(() => document.querySelectorAll('pre *').length)).toBe(0);
    }
    await press(denied.page, 'Cancel');
    await denied.chat.untilDone(1);
    expect(scratch.isThere()).toBe(true);
    await expect
      .poll(denied.told, { timeout: LONG_MS })
      .toContainEqual(expect.objectContaining({ status: 'denied' }));

    const elsewhere = await sayTheSame({ ...server, admin, user: member }, asking, inVersion);
    printRow(`question seen in ${version}`, `${seen} ms`, `from another tab: ${elsewhere} ms`);
    // On a busy machine it may take longer, and what follows counts all the same.
    expect.soft(Math.max(seen, elsewhere)).toBeLessThan(SEEN_MS);

    const others = await openTab(server, member);
    await others.chat.send(inVersion('Clean up as a member'));
    await expect
      .poll(others.told, { timeout: LONG_MS })
      .toContainEqual(expect.objectContaining({ ...waits, answered_by: 'admin' }));
    await sleep(READ_MS);
    expect([await isAsked(others.page), scratch.isThere()]).toEqual([false, true]);
    await others.page.close();

    await install(admin, 4);
    const ignored = await openTab(server, admin);
    await ignored.chat.send(inVersion('Clean up without me'));
    await asked(ignored.page);
    await ignored.chat.untilDone(1);
    expect(scratch.isThere()).toBe(true);
    await expect
      .poll(ignored.told, { timeout: LONG_MS })
      .toContainEqual(expect.objectContaining({ status: 'denied' }));

    const closed = await openTab(server, admin);
    await closed.chat.send(inVersion('Clean up and close'));
    await asked(closed.page);
    await closed.page.close();
    // Longer than a person has.
    await sleep(6000);
    expect(scratch.isThere()).toBe(true);
  },
);

/**
 * With the extension, badge and popup say what the record says, and nothing of it is stored.
 * @returns milliseconds after which a question was seen from another tab
 */
async function sayTheSame(
  server: RealServer,
  asking: Asking,
  inVersion: (question: string) => string,
): Promise<number> {
  const driver = await sharedBrowser('chromium');
  const { page, chat } = await openRealTab({ driver, server });
  let seen = 0;
  for (const name of ['ran', 'failed', 'denied']) {
    const question = inVersion(STATES[name]![0]);
    await chat.begin({ models: [HERMES] });
    const before = await popupOf(driver, page);
    const began = Date.now();
    await chat.send(question);
    if (name === 'denied') {
      const other = await driver.newPage();
      await other.bringToFront();
      seen = await asking.seenAfter(began, async () => (await page.title()).startsWith('⏳ '));
      await other.close();
      await page.bringToFront();
      await press(page, 'Cancel');
    }
    await chat.untilDone(1);
    await expectSame(
      { driver, page },
      `Open WebUI ${server.version}`,
      name,
      before,
      await asking.record(question),
    );
    const stored = JSON.stringify(await readStoredChat(server.admin, chat.chatId()));
    for (const trace of ['hermes.', 'canary', 'exit_code', 'asks for permission'])
      expect(stored).not.toContain(trace);
  }
  await expectNothingStored(driver);
  return seen;
}
