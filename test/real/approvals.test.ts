/** Real Hermes 0.22 asks before it removes a folder, in real Open WebUI with the companion, without the extension. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createCompanion } from '../../src/companion/companion.ts';
import { COMPANION_ID, COMPANION_SOURCE } from '../../src/companion/source.ts';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { createOpenWebUiChat, signIn, type OpenWebUiChat } from '../../src/tools/demo/open-webui-chat.ts';
import { installHermes, startHermes, type Hermes } from '../../src/tools/demo/servers/hermes.ts';
import { createAdmin, createUser, readStoredChat, type Account } from '../../src/tools/demo/servers/open-webui-api.ts';
import { installOpenWebUi, startOpenWebUi, type OpenWebUi } from '../../src/tools/demo/servers/open-webui.ts';
import { shell, type Scripts } from '../../src/tools/demo/servers/scripted-model.ts';
import { freshBrowser } from '../support/browsers.ts';
import { isSince, VERSIONS } from './versions.ts';

const HERMES = 'hermes-agent';
const SCRATCH = 'old';
/** Long enough to be a person's, which a key that was meant for something else is not. */
const READ_MS = 1500;
/** Models, servers and pages are slow on a busy machine. */
const LONG_MS = 60_000;

/** Characters that would be markup, or that nobody sees. */
const HOSTILE = `rm -rf ${SCRATCH} # <b>\`x\`</b> $a$ \u202Egnp.\u200b **bold** <img src=x onerror=alert(1)>\necho "</pre>"`;
const SHOWN = `rm -rf ${SCRATCH} # <b>\`x\`</b> $a$ [U+202E]gnp.[U+200B] **bold** <img src=x onerror=alert(1)>\necho "</pre>"`;

// Chats that begin with the same words share a session of the agent's, in which one waits for another's question.
const SCRIPTS: Scripts = {
  'Clean up': [
    { text: 'Let me remove it. ', calls: [shell(`rm -rf ${SCRATCH}`)] },
    { text: 'All done.', calls: [] },
  ],
  'Clean up secretly': [
    { text: 'Let me remove it. ', calls: [shell(HOSTILE)] },
    { text: 'All done.', calls: [] },
  ],
  'Try three things': [
    { text: '', calls: [shell('echo API_KEY=canary7'), shell('exit 3'), { name: 'no_such_tool', arguments: {} }] },
    { text: 'All tried.', calls: [] },
  ],
};

const WITH_FILTERS = VERSIONS.filter((version) => isSince(version, '0.5.17'));

let hermes: Hermes;
let browser: Driver;

beforeAll(async () => {
  const settings = { approvals: { mode: 'manual' } };
  hermes = await startHermes({
    programs: installHermes('0.22.2'),
    logFile: logFile('hermes-0.22.2'),
    // The longer question first: the first one that fits is taken.
    scripts: Object.fromEntries(Object.entries(SCRIPTS).toSorted(([a], [b]) => b.length - a.length)),
    settings,
  });
  browser = await freshBrowser('chromium', { extension: null });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await hermes?.close();
});

function logFile(name: string): string {
  return fileURLToPath(new URL(`../../.demo/real/approvals-${name}.log`, import.meta.url));
}

/** The folder that the agent is asked to remove. */
const scratch = {
  make: () => void mkdirSync(join(hermes.work, SCRATCH), { recursive: true }),
  isThere: () => existsSync(join(hermes.work, SCRATCH)),
};

interface Tab {
  readonly page: Page;
  readonly chat: OpenWebUiChat;
  /** What the companion told the page, without the names of calls. */
  told(): unknown[];
}

async function openTab({ origin }: OpenWebUi, account: Account): Promise<Tab> {
  const page = await browser.newPage();
  onTestFinished(async () => {
    if (!page.isClosed()) await page.close();
  });
  await signIn(page, origin, account);
  const told: unknown[] = [];
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    const found = /^42\d*(\[.*)$/s.exec(response.payloadData)?.[1];
    const [, event] = found === undefined ? [] : (JSON.parse(found) as [string, { data?: { type?: string } }?]);
    if (event?.data?.type?.startsWith('hermes.')) told.push((event.data as { data?: unknown }).data);
  });
  const chat = createOpenWebUiChat(page, origin);
  await chat.begin({ models: [HERMES] });
  return { page, chat, told: () => [...told] };
}

function isAsked(page: Page): Promise<boolean> {
  return page.evaluate(() => document.body.textContent?.includes('asks for permission') ?? false);
}

async function asked(page: Page): Promise<void> {
  await until(() => isAsked(page), 'the question', LONG_MS);
}

async function press(page: Page, label: 'Confirm' | 'Cancel'): Promise<void> {
  await sleep(READ_MS);
  await page.evaluate((wanted) => {
    [...document.querySelectorAll('button')].find((button) => button.textContent?.trim() === wanted)?.click();
  }, label);
}

/** The companion is installed as it is, but for the minutes that a person has. */
async function install(account: Account, within: number | null): Promise<void> {
  expect(await createCompanion(account.call).install()).toMatchObject({ ok: true });
  const content =
    within === null ? COMPANION_SOURCE : COMPANION_SOURCE.replace('ANSWER_WITHIN = 240', `ANSWER_WITHIN = ${within}`);
  expect(content === COMPANION_SOURCE).toBe(within === null);
  const body = { id: COMPANION_ID, name: 'Stream Fixer companion', content, meta: { description: 'Companion' } };
  const path = `/api/v1/functions/id/${COMPANION_ID}/update`;
  expect(await account.call({ method: 'POST', path, body })).toMatchObject({ status: 200 });
}

test.each(WITH_FILTERS)(
  '%s: nothing is removed but what somebody allows who may',
  { timeout: 600_000 },
  async (version) => {
    const server = await startOpenWebUi({
      programs: installOpenWebUi(version),
      logFile: logFile(version),
      agents: [hermes.upstream],
    });
    onTestFinished(() => server.close());
    const admin = await createAdmin(server.origin);
    const member = await createUser(server.origin, admin, 'member');
    await install(admin, null);
    const waits = { tool: '', status: 'waiting', command: `rm -rf ${SCRATCH}`, description: 'recursive delete' };

    scratch.make();
    const allowed = await openTab(server, admin);
    await allowed.chat.send('Clean up');
    await asked(allowed.page);
    expect(scratch.isThere()).toBe(true);
    await press(allowed.page, 'Confirm');
    await allowed.chat.untilDone(1);
    expect(scratch.isThere()).toBe(false);
    await expect.poll(allowed.told, { timeout: LONG_MS }).toEqual([
      expect.objectContaining({ tool: 'terminal', status: 'running' }),
      { ...waits, answered_by: 'dialog' },
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
    await denied.chat.send('Clean up secretly');
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
    await expect.poll(denied.told, { timeout: LONG_MS }).toContainEqual(expect.objectContaining({ status: 'denied' }));

    // What ran and what failed, by the agent's record; a tool that does not exist is reported by no event.
    const tried = await openTab(server, admin);
    await tried.chat.ask('Try three things');
    await expect
      .poll(() => tried.told().filter((data) => 'exit_code' in (data as object)), { timeout: LONG_MS })
      .toEqual([
        expect.objectContaining({ status: 'ran', exit_code: 0, output: 'API_KEY=xxxxxxx' }),
        expect.objectContaining({ status: 'failed', exit_code: 3 }),
      ]);
    const stored = JSON.stringify(
      await Promise.all([denied, tried].map(({ chat }) => readStoredChat(admin, chat.chatId()))),
    );
    for (const trace of ['hermes.', 'canary7', 'exit_code', 'asks for permission']) expect(stored).not.toContain(trace);

    const others = await openTab(server, member);
    await others.chat.send('Clean up as a member');
    await expect.poll(others.told, { timeout: LONG_MS }).toContainEqual({ ...waits, answered_by: 'admin' });
    await sleep(READ_MS);
    expect([await isAsked(others.page), scratch.isThere()]).toEqual([false, true]);
    await others.page.close();

    await install(admin, 4);
    const ignored = await openTab(server, admin);
    await ignored.chat.send('Clean up without me');
    await asked(ignored.page);
    await ignored.chat.untilDone(1);
    expect(scratch.isThere()).toBe(true);
    await expect.poll(ignored.told, { timeout: LONG_MS }).toContainEqual(expect.objectContaining({ status: 'denied' }));

    const closed = await openTab(server, admin);
    await closed.chat.send('Clean up and close');
    await asked(closed.page);
    await closed.page.close();
    // Longer than a person has.
    await sleep(6000);
    expect(scratch.isThere()).toBe(true);
  },
);
