/**
 * Real Hermes 0.22 in real Open WebUI with the companion, for people without the extension: its own
 * status line.
 */
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createCompanion } from '../../src/companion/companion.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { signIn } from '../../src/tools/demo/sign-in.ts';
import { createAdmin, createUser } from '../../src/tools/demo/servers/open-webui-api.ts';
import { installOpenWebUi, startOpenWebUi } from '../../src/tools/demo/servers/open-webui.ts';
import { bareBrowser } from '../support/bare-browser.ts';
import { gatewayTo } from '../gateway/behind.ts';
import { freshBrowser } from '../support/browsers.ts';
import { askingHermes, badgeOf, closeAsking, SCRATCH } from './asking.ts';
import { readStoredChat } from './open-webui-data.ts';
import { createStoredChat } from './stored-chat.ts';
import { openTab } from './tab.ts';
import { VERSIONS } from './versions.ts';

/** Models, servers and pages are slow on a busy machine. */
const LONG = { timeout: 60_000 };
const BEGINNING = '2 commands, 1 failed (exit 2)';
/** The tokens are those of the model behind the agent. */
const SUMMARY = /^2 commands, 1 failed \(exit 2\) · \d+\.\d s · [\d,]+ tokens$/;

afterAll(closeAsking);

const browser = bareBrowser();

/** A line, with "…" if it shimmers. */
type Shown = string;

declare const window: Window & { linesSeen: Shown[] };

/**
 * Runs before the page's own scripts: keeps what the folded line of the last reply says, one after
 * another.
 */
function watchLines(): void {
  window.linesSeen = [];
  function look(): void {
    const replies = [...document.querySelectorAll('[id^="message-"]')];
    const [last] = replies
      .flatMap((reply) => [...reply.querySelectorAll('.status-description')])
      .slice(-1);
    const isUndone = last?.querySelector('.shimmer') != null;
    const line = (last?.textContent?.trim() ?? '') + (isUndone ? '…' : '');
    if (line !== (window.linesSeen.at(-1) ?? '')) window.linesSeen.push(line);
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
}

function seen(page: Page): Promise<Shown[]> {
  return page.evaluate(() => window.linesSeen);
}

async function shown(page: Page): Promise<Shown> {
  return (await seen(page)).at(-1) ?? '';
}

function lineIn(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('.status-description')?.textContent ?? '');
}

/** What is stored of the last reply. */
async function storedLines(account: Parameters<typeof readStoredChat>[0], chat: string) {
  const messages = await readStoredChat(account, chat);
  const { statusHistory = [] } = messages.findLast(({ role }) => role === 'assistant') as {
    statusHistory?: readonly { description?: string; done?: boolean }[];
  };
  return statusHistory.map(({ description, done }) => [description, done]);
}

test.each(VERSIONS)(
  '%s: a member sees what runs and what became of it, the server keeps the summary, and no model reads it',
  { timeout: 600_000 },
  async (version) => {
    const { agent, asked, scratch } = await askingHermes('0.22.2');
    const server = await startOpenWebUi({
      programs: installOpenWebUi(version),
      logFile: fileURLToPath(new URL(`../../.demo/real/lines-${version}.log`, import.meta.url)),
      agents: [agent],
      background: true,
    });
    onTestFinished(() => server.close());
    const admin = await createAdmin(server.origin);
    const member = await createUser(server.origin, admin, 'member');
    expect(await createCompanion(admin.call).install()).toMatchObject({ ok: true });
    const page = await browser().newPage();
    onTestFinished(() => page.close());
    await signIn(page, server.origin, member);
    await page.evaluateOnNewDocument(watchLines);
    const chat = createStoredChat(page, server.origin);

    await chat.begin({ models: ['hermes-agent'] });
    await chat.send(`Do several things (${version})`);
    await expect.poll(() => shown(page), LONG).toMatch(SUMMARY);
    const lines = await seen(page);
    process.stdout.write(`${version}: ${JSON.stringify(lines)}\n`);
    expect([lines[0], lines.slice(-3)]).toEqual([
      expect.stringMatching(/^Running sleep 3.*…$/),
      [
        expect.stringMatching(/^Ran sleep 3/),
        expect.stringMatching(/^Failed \(exit 2\): (?:API_KEY=x+-x+ )?ls --result-canary$/),
        expect.stringMatching(SUMMARY),
      ],
    ]);
    await chat.untilDone(1);
    await expect
      .poll(() => storedLines(member, chat.chatId()), LONG)
      .toEqual([[expect.stringMatching(SUMMARY), true]]);

    await chat.open(chat.chatId());
    await expect.poll(() => shown(page), LONG).toMatch(SUMMARY);
    await chat.ask('And once more');
    for (const words of ['canary', BEGINNING, 'Failed (', 'Running sleep'])
      expect(asked.filter((body) => body.includes(words))).toEqual([]);
    // The tasks have been asked, too.
    expect(asked.length).toBeGreaterThan(2);

    await chat.begin({ models: ['hermes-agent'] });
    await chat.send(`Take long (${version})`);
    await expect.poll(() => shown(page), LONG).toMatch(/^Running sleep 20.*…$/);
    await chat.stop();
    const stopped = /^Stopped\. Last: sleep 20[^…]*, end unknown\.$/;
    await expect.poll(() => shown(page), LONG).toMatch(stopped);
    await expect
      .poll(async () => (await storedLines(member, chat.chatId())).at(-1), LONG)
      .toEqual([expect.stringMatching(stopped), true]);
    await chat.open(chat.chatId());
    await expect.poll(() => shown(page), LONG).toMatch(stopped);

    scratch.make();
    await chat.begin({ models: ['hermes-agent'] });
    await chat.send(`Clean up (${version}, lines)`);
    await expect
      .poll(() => shown(page), LONG)
      .toBe(`Waits for an administrator's yes: rm -rf ${SCRATCH}…`);
    await chat.untilDone(1);
    await expect
      .poll(() => shown(page), LONG)
      .toContain(`Not allowed, nobody answered: rm -rf ${SCRATCH} · `);
    expect(scratch.isThere()).toBe(true);

    // In a page with the extension, whose model is not known yet, there are badges alone.
    const driver = await freshBrowser('chromium');
    onTestFinished(() => driver.close());
    const tab = await openTab({ driver, server: { ...server, admin, user: member } });
    await tab.page.evaluateOnNewDocument(watchLines);
    await tab.chat.begin({ models: ['hermes-agent'] });
    await tab.chat.ask(`Let it fail (${version}, badges)`);
    await expect.poll(async () => (await badgeOf(driver, tab.page)).told, LONG).toBe('failed');
    expect(await seen(tab.page)).toEqual([]);
    expect(await storedLines(admin, tab.chat.chatId())).toEqual([]);

    await tab.chat.begin({ models: ['hermes-agent'] });
    await tab.chat.ask(`Hand over a picture (${version})`);
    await tab.chat.open(tab.chat.chatId());
    await expect
      .poll(() => lineIn(tab.page), LONG)
      .toBe("cat.png: picture on the agent's computer");

    // Asked for in a page without it, a reply has lines, and in all pages of that person nothing
    // else.
    const beside = await openTab({
      driver,
      server: { ...server, admin, user: member },
      account: member,
    });
    await chat.begin({ models: ['hermes-agent'] });
    await chat.send(`Do several things (${version}, beside)`);
    await until(() => chat.chatId() !== '', 'the chat to have an address', 60_000);
    await beside.chat.open(chat.chatId());
    await expect.poll(() => shown(page), LONG).toMatch(SUMMARY);
    await expect.poll(() => lineIn(beside.page), LONG).toMatch(SUMMARY);
    expect(await readBadges(driver, beside.page)).toMatchObject({
      lines: [],
      folds: [],
      truths: [],
    });
  },
);

test.each(VERSIONS)(
  '%s: behind a gateway, without the companion, the same summary is shown and stored, and no model reads it',
  { timeout: 600_000 },
  async (version) => {
    const { agent, asked } = await askingHermes('0.22.2');
    const gateway = await gatewayTo(agent.origin, '--progress', 'open-webui');
    onTestFinished(() => gateway.close());
    const server = await startOpenWebUi({
      programs: installOpenWebUi(version),
      logFile: fileURLToPath(new URL(`../../.demo/real/gateway-${version}.log`, import.meta.url)),
      agents: [{ ...agent, origin: gateway.origin }],
      background: true,
    });
    onTestFinished(() => server.close());
    const admin = await createAdmin(server.origin);
    const page = await browser().newPage();
    onTestFinished(() => page.close());
    await signIn(page, server.origin, admin);
    await page.evaluateOnNewDocument(watchLines);
    const chat = createStoredChat(page, server.origin);
    const before = asked.length;

    await chat.begin({ models: ['hermes-agent'] });
    await chat.send(`Do several things (${version}, gateway)`);
    await expect.poll(() => shown(page), LONG).toMatch(SUMMARY);
    const lines = await seen(page);
    process.stdout.write(`${version}, gateway: ${JSON.stringify(lines)}\n`);
    expect(lines[0]).toMatch(/^Running sleep 3[^…]*$/);
    await chat.untilDone(1);
    await expect
      .poll(async () => (await storedLines(admin, chat.chatId())).at(-1), LONG)
      .toEqual([expect.stringMatching(SUMMARY), true]);

    await chat.open(chat.chatId());
    await expect.poll(() => shown(page), LONG).toMatch(SUMMARY);
    await chat.ask('And once more');
    const sent = asked.slice(before);
    for (const words of ['canary', BEGINNING, 'Running sleep'])
      expect(sent.filter((body) => body.includes(words))).toEqual([]);
    expect(sent.length).toBeGreaterThan(2);
  },
);
