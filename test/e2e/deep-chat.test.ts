/**
 * The real deep-chat from npm: a component in a shadow root, which sends requests from within the
 * page.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { type BadgesSeen, readBadges } from '../../src/tools/demo/badges-seen.ts';
import { createGate, type Gate } from '../real/gate.ts';
import { words } from '../real/words.ts';
import * as replies from '../support/agent-replies.ts';
import { BROWSERS, inTurn, sharedBrowser } from '../support/browsers.ts';
import { type ScriptedAgent, startScriptedAgent } from '../support/scripted-agent.ts';

interface DeepChat extends HTMLElement {
  submitUserMessage(message: { text: string }): void;
  getMessages(): { role: string; text: string }[];
}

declare const window: Window & { calls: { name: string; arguments: string }[]; faults: string[] };

interface Tab {
  readonly page: Page;
  readonly agent: ScriptedAgent;
  readonly gate: Gate;
  ask(text: string): Promise<void>;
  /** Texts of the replies so far, as deep-chat stores them. */
  replies(): Promise<string[]>;
  /** What is on the screen. */
  shown(): Promise<string>;
  badges(): Promise<BadgesSeen>;
  /** How many of them are among its messages. */
  badgesInside(): Promise<number>;
}

const FILES = {
  '/': { type: 'text/html; charset=utf-8', body: read('test/support/deep-chat-page/index.html') },
  '/deep-chat.js': {
    type: 'text/javascript; charset=utf-8',
    body: read('node_modules/deep-chat/dist/deepChat.bundle.js'),
  },
} as const;

function read(file: string): Buffer {
  return readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)));
}

/** Opens the page on a site of its own. */
async function openTab(kind: BrowserKind, model: string): Promise<Tab> {
  const gate = createGate();
  const agent = await startScriptedAgent({
    answer: replies.answerTo,
    files: FILES,
    onWrite: gate.onWrite,
  });
  const driver = await sharedBrowser(kind);
  const page = await driver.newPage();
  onTestFinished(async () => {
    gate.release();
    await page.close();
    agent.close();
  });
  await page.goto(`${agent.origin}/?model=${model}`);
  await enableSite(driver, page);
  await page.waitForSelector('[data-ready]');
  return {
    page,
    agent,
    gate,
    ask: (text) =>
      page.$eval(
        'deep-chat',
        (chat, said) => (chat as DeepChat).submitUserMessage({ text: said }),
        text,
      ),
    replies: () =>
      page.$eval('deep-chat', (chat) =>
        (chat as DeepChat)
          .getMessages()
          .filter(({ role }) => role === 'ai')
          .map(({ text }) => text),
      ),
    shown: () =>
      page.$eval(
        'deep-chat',
        (chat) => chat.shadowRoot?.querySelector<HTMLElement>('#messages')?.innerText ?? '',
      ),
    badges: () => readBadges(driver, page),
    badgesInside: () =>
      page.$eval(
        'deep-chat',
        (chat, host) => chat.shadowRoot!.querySelectorAll(`#messages ${host}`).length,
        HOST_NAME,
      ),
  };
}

async function untilReplies({ replies: read }: Tab, texts: readonly string[]): Promise<void> {
  await expect.poll(async () => (await read()).map(words), { timeout: 15_000 }).toEqual(texts);
}

test.each(inTurn(replies.HERMES))(
  'in %s replies of %s are complete and clean, on the screen and when sent back, with badges below them',
  async (kind, model) => {
    const tab = await openTab(kind, model);

    await tab.ask('What year is it?');
    await untilReplies(tab, replies.HERMES_TEXTS.slice(0, 1));
    const first = expect.stringMatching(/^(?!\d+ tools)\S/);
    await expect.poll(tab.badges).toMatchObject({ running: 0, folds: [first] });
    tab.gate.hold(replies.SECOND_TOOL);
    await tab.ask('Run three commands');
    await tab.gate.held();
    await expect.poll(tab.badges).toMatchObject({
      running: 1,
      lines: [expect.stringContaining('sleep 1'), expect.stringContaining(replies.SECOND_TOOL)],
    });
    tab.gate.release();
    await untilReplies(tab, replies.HERMES_TEXTS);

    await expect
      .poll(tab.badges)
      .toMatchObject({ running: 0, folds: [first, expect.stringMatching(/^3 tools/)] });
    expect(await tab.badgesInside()).toBe(2);
    expect(await tab.shown()).not.toMatch(replies.PROGRESS);
    expect(tab.agent.requests).toHaveLength(2);
    const [question, reply] = tab.agent.requests[1]!.messages;
    expect(question).toMatchObject({ role: 'user', content: 'What year is it?' });
    expect(words(String(reply!.content))).toBe(replies.HERMES_TEXTS[0]);
    expect(await tab.page.evaluate(() => window.faults)).toEqual([]);
  },
);

test.each(BROWSERS)(
  'in %s a call whose first delta has name and arguments reaches the function intact',
  async (kind) => {
    const tab = await openTab(kind, replies.LLAMA_CPP);

    await tab.ask('How is the weather?');
    await untilReplies(tab, [replies.AFTER_TOOL]);

    const call = { name: replies.TOOL, arguments: replies.TOOL_ARGUMENTS };
    expect(await tab.page.evaluate(() => window.calls)).toEqual([call]);
    expect(tab.agent.requests[1]?.messages.slice(1)).toMatchObject([
      { role: 'assistant', tool_calls: [{ function: call }] },
      { role: 'tool', content: replies.TOOL_ANSWER },
    ]);
    expect(await tab.page.evaluate(() => window.faults)).toEqual([]);
  },
);
