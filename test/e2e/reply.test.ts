import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { startAgentServer, type AgentServer } from '../../src/tools/demo/servers/agent-server.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import {
  createConversation,
  watchTools,
  type Conversation,
} from '../../src/tools/demo/conversation.ts';
import { QUESTIONS } from '../../src/tools/demo/servers/models.ts';
import { BROWSERS, EITHER, inTurn, sharedBrowser } from '../support/browsers.ts';
import { expectCounts, iconTexts, popupCounts, storedCounts } from './figures.ts';

/** The recordings' text, as the agent wrote it. */
const FIRST = 'All done: it printed the year.';
const YEAR = 'What year is it?';
const THREE = 'Run three commands and let one fail';
/**
 * In both recorded versions: tools of the first and of the second reply; in 0.8 each is a marker
 * too.
 */
const TOOLS = 4;

/** A tool call that nothing on the server recognises: the whole reply. */
const WRITTEN = [
  '<tool_call>\n{"name": "terminal", ',
  '"arguments": {"command": "date"}}\n</tool_call>',
];

/** As Hermes 0.22 sends it (test/recordings/hermes/v0.22-media.txt). */
const HANDED_OVER = ['Here it is:\n\nMEDIA:', '/srv/hermes/cache/images/cat.png', '\n'];

/** Looks like progress and is a person's own text. */
const QUOTED = 'Why did you write this?\n\n`⏰ list`\n\nTell me.';

interface Chat {
  readonly driver: Driver;
  readonly page: Page;
  readonly server: AgentServer;
  readonly talk: Conversation;
}

const servers: AgentServer[] = [];
const chats = new Map<
  BrowserKind,
  Promise<{ driver: Driver; server: AgentServer; tools: ReturnType<typeof watchTools> }>
>();

afterAll(() => Promise.all(servers.map((server) => server.close())));

/** One server per browser, its site switched on once, through popup and prompt. */
async function enabledServer(kind: BrowserKind) {
  const driver = await sharedBrowser(kind);
  const tools = watchTools();
  const server = await startAgentServer({
    pace: 0.6,
    onWrite: tools.onWrite,
    models: { writing: [WRITTEN], 'hermes-agent': [HANDED_OVER] },
  });
  servers.push(server);
  const page = await driver.newPage();
  await page.goto(server.origin);
  await enableSite(driver, page);
  await page.close();
  return { driver, server, tools };
}

beforeAll(async () => {
  for (const kind of BROWSERS) chats.set(kind, enabledServer(kind));
  await Promise.all(chats.values());
}, 120_000);

async function openChat(kind: BrowserKind): Promise<Chat> {
  const { driver, server, tools } = await chats.get(kind)!;
  const page = await driver.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  // The browser itself reports a connection that breaks, and a field that was in use before it is
  // focused at load.
  page.on(
    'console',
    (message) =>
      void (
        /ERR_INCOMPLETE|^Autofocus processing/.test(message.text()) || faults.push(message.text())
      ),
  );
  onTestFinished(async () => {
    await page.evaluate(() => localStorage.clear());
    await page.close();
    expect(faults).toEqual([]);
  });
  await page.goto(server.origin);
  await page.waitForSelector('[data-ready]');
  return { driver, page, server, talk: createConversation(page, server, tools) };
}

/** The text that the page shows, without ours. */
function pageText(page: Page): Promise<string> {
  return page.$eval('#messages', (element) => element.textContent ?? '');
}

function history(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('agent-chat') ?? '');
}

/** The finished reply shows its one tool, folded or not, and nothing running. */
async function expectOneTool({ driver, page }: Chat): Promise<void> {
  const read = async () => {
    const { lines, folds, running } = await readBadges(driver, page);
    return { shown: [...folds, ...lines], running };
  };
  await expect
    .poll(read)
    .toEqual({ shown: [expect.stringMatching(/^(?:Ran )?💻 echo /)], running: 0 });
}

/** Counts so far, so that a test can tell what it added. */
async function countsBefore({ driver, server }: Chat) {
  return (await storedCounts(driver, server.origin)) ?? { markers: 0, tools: 0, imitated: 0 };
}

test.each(inTurn(['0.8', '0.19']))(
  'in %s the replies of Hermes %s are clean on the page, in what it stores and in what it sends back',
  async (kind, version) => {
    const markers = version === '0.8' ? TOOLS : 0;
    const chat = await openChat(kind);
    const before = await countsBefore(chat);
    const running: string[] = [];

    await chat.talk.begin(`hermes-${version}`);
    await chat.talk.ask(YEAR, {
      during: async () => {
        const seen = await readBadges(chat.driver, chat.page);
        running.push(...seen.lines.slice(0, seen.running));
      },
    });
    expect(running).toEqual([expect.stringMatching(/^💻 echo "today `date \+%Y`".* running$/)]);
    await expectOneTool(chat);
    await chat.talk.ask(THREE);

    expect(await pageText(chat.page)).toContain(FIRST);
    for (const text of [await pageText(chat.page), await history(chat.page)]) {
      expect(text).not.toMatch(/💻|hermes\.tool\.progress|toolCallId/);
    }
    expect(await chat.talk.facts()).toMatchObject({ onPage: 0, stored: 0, sent: 0, messages: 3 });
    expect(chat.server.requests.at(-1)?.messages[1]).toMatchObject({
      role: 'assistant',
      content: expect.stringContaining(FIRST),
    });
    await expectCounts(chat.driver, chat.server.origin, {
      markers: before.markers + markers,
      tools: before.tools + TOOLS,
      imitated: before.imitated,
    });
    expect(await popupCounts(chat.driver, chat.page)).toEqual({
      // A faked call counts once, without its marker.
      markers: before.markers + markers - before.imitated,
      tools: before.tools + TOOLS,
      imitated: before.imitated,
    });
    await expect.poll(() => iconTexts(chat.driver, chat.page.url())).toEqual([String(TOOLS)]);
  },
);

test.each(EITHER)(
  'in %s a marker that the model wrote itself is removed, shown as faked and counted',
  async (kind) => {
    const chat = await openChat(kind);
    // One text alone proves nothing: the model has learned it from replies of Hermes.
    await chat.talk.begin('hermes-0.8');
    await chat.talk.ask(YEAR);
    const before = await countsBefore(chat);

    await chat.talk.ask(QUESTIONS.reminders);

    expect(await pageText(chat.page)).toContain('You have three reminders.');
    expect(await pageText(chat.page)).not.toContain('⏰');
    expect(await history(chat.page)).not.toContain('⏰');
    await expect
      .poll(() => readBadges(chat.driver, chat.page))
      .toMatchObject({ lines: [], notes: 1 });
    await expectCounts(chat.driver, chat.server.origin, {
      markers: before.markers + 1,
      tools: before.tools,
      imitated: before.imitated + 1,
    });
  },
);

test.each(EITHER)(
  'in %s a reply that contains a tool call as text says so, and counts nothing',
  async (kind) => {
    const chat = await openChat(kind);
    const before = await countsBefore(chat);

    await chat.talk.begin('writing');
    await chat.talk.ask(YEAR);

    await expect
      .poll(() => readBadges(chat.driver, chat.page))
      .toMatchObject({
        lines: [],
        truths: ['A tool call is written here as text, so it may not have run.'],
        notes: 0,
      });
    expect(await countsBefore(chat)).toEqual(before);
  },
);

test.each(EITHER)(
  'in %s the line of a reply that hands over a picture is a chip, and nowhere else',
  async (kind) => {
    const chat = await openChat(kind);

    await chat.talk.begin('hermes-agent');
    await chat.talk.ask(YEAR);
    await expect
      .poll(async () => (await readBadges(chat.driver, chat.page)).files)
      .toEqual([expect.stringContaining('Picture on the agent’s computer: cat.png')]);
    await chat.talk.ask(THREE);

    for (const text of [await pageText(chat.page), await history(chat.page)])
      expect(text).not.toContain('MEDIA:');
    expect(await history(chat.page)).toContain('Here it is:');
    expect(JSON.stringify(chat.server.requests.at(-1)?.messages)).toContain('Here it is:');
    expect(JSON.stringify(chat.server.requests.at(-1))).not.toContain('cat.png');
  },
);

test.each(EITHER)(
  'in %s a history that already has markers is sent clean, and the same text of a person unchanged',
  async (kind) => {
    const chat = await openChat(kind);
    const before = await countsBefore(chat);
    const poisoned = {
      model: 'hermes-0.8',
      messages: [
        { role: 'user', content: QUOTED },
        {
          role: 'assistant',
          content: 'Let me see. \n`💻 ls -l`\n\n\nThere are two.\n\n```\n`💻 pwd`\n```\n',
        },
      ],
    };
    await chat.page.evaluate(
      (value) => localStorage.setItem('agent-chat', value),
      JSON.stringify(poisoned),
    );
    await chat.page.reload();
    await chat.page.waitForSelector('[data-ready]');

    await chat.talk.ask(YEAR);

    expect(chat.server.requests.at(-1)?.messages).toEqual([
      { role: 'user', content: QUOTED },
      // The second line is the content of a code block, not a marker.
      { role: 'assistant', content: 'Let me see. \n\nThere are two.\n\n```\n`💻 pwd`\n```\n' },
      { role: 'user', content: YEAR },
    ]);
    // One of the history, one of the new reply.
    await expectCounts(chat.driver, chat.server.origin, { markers: before.markers + 2 });
  },
);

test.each(BROWSERS)(
  'in %s a reply that breaks off keeps its text, and no badge keeps running',
  async (kind) => {
    const chat = await openChat(kind);

    await chat.talk.begin('hermes-0.19-cut');
    await chat.talk.ask(YEAR);

    expect(await pageText(chat.page)).toContain('Let me check.');
    expect(await pageText(chat.page)).toContain('The connection was lost.');
    await expectOneTool(chat);
  },
);
