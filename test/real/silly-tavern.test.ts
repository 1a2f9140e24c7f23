import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import * as replies from '../support/agent-replies.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import {
  type AgentRequest,
  type ScriptedAgent,
  startScriptedAgent,
} from '../support/scripted-agent.ts';
import { createGate } from './gate.ts';
import {
  installSillyTavern,
  type SillyTavern,
  START_MS,
  startSillyTavern,
} from './silly-tavern-server.ts';
import { openTavern, type TavernTab } from './silly-tavern-tab.ts';
import { words } from './words.ts';

/** Reading badges is slow here: the page has thousands of elements. */
const SEEN = { timeout: 15_000 };

/** It loads some four hundred files whenever it is opened. */
const LONG = { timeout: 240_000 };

const gate = createGate();
let agent: ScriptedAgent;
let tavern: SillyTavern;

beforeAll(async () => {
  agent = await startScriptedAgent({
    answer: replies.answerTo,
    models: [...replies.HERMES, replies.LLAMA_CPP],
    onWrite: gate.onWrite,
  });
  tavern = await startSillyTavern(
    installSillyTavern(),
    `http://127.0.0.1:${new URL(agent.origin).port}/v1`,
  );
}, START_MS);

afterAll(async () => {
  await tavern?.close();
  agent?.close();
});

async function openTab(kind: BrowserKind, on: boolean): Promise<TavernTab> {
  const tab = await openTavern(await sharedBrowser(kind), tavern.origin, { on });
  onTestFinished(async () => {
    gate.release();
    await tab.page.close();
  });
  return tab;
}

async function ask(tab: TavernTab, text: string): Promise<void> {
  await tab.send(text);
  await tab.untilDone();
}

/**
 * The last request to the agent, from the person's first message on: before it are the character's
 * own texts.
 */
function lastMessages(): AgentRequest['messages'] {
  const { messages } = agent.requests.at(-1)!;
  return messages.slice(messages.findIndex(({ role }) => role === 'user'));
}

/** The stored chat in which the person wrote this. */
function storedWith(question: string): string | undefined {
  return tavern.storedChats().find((chat) => chat.includes(question));
}

test.each(BROWSERS)(
  '%s, without the extension: events are ignored, markers are shown, stored and sent back',
  LONG,
  async (kind) => {
    const tab = await openTab(kind, false);

    await tab.begin(replies.WITH_EVENTS);
    await ask(tab, 'What year is it?');
    expect((await tab.replies()).map(words)).toEqual(replies.HERMES_TEXTS.slice(0, 1));
    await tab.begin(replies.WITH_MARKERS);
    await ask(tab, `What year is it without you, ${kind}?`);
    await ask(tab, 'Run three commands');

    expect((await tab.replies()).join()).toMatch(replies.PROGRESS);
    await expect
      .poll(() => storedWith(`What year is it without you, ${kind}?`))
      .toMatch(replies.PROGRESS);
    expect(JSON.stringify(lastMessages())).toMatch(replies.PROGRESS);
    expect(await tab.badges()).toMatchObject({ lines: [], folds: [] });
  },
);

test.each(BROWSERS)(
  '%s: a chat stored with markers is shown, sent and stored again without them',
  LONG,
  async (kind) => {
    const question = `What year is it, ${kind}?`;
    const tab = await openTab(kind, false);
    await tab.begin(replies.WITH_MARKERS);
    await ask(tab, question);
    expect((await tab.replies()).join()).toMatch(replies.PROGRESS);

    await tab.switchOn();
    expect((await tab.replies()).map(words)).toEqual(replies.HERMES_TEXTS.slice(0, 1));
    await ask(tab, 'Run three commands');

    expect((await tab.replies()).map(words)).toEqual(replies.HERMES_TEXTS);
    expect(lastMessages().map(({ content }) => words(String(content)))).toEqual([
      question,
      replies.HERMES_TEXTS[0],
      'Run three commands',
    ]);
    await expect.poll(() => storedWith(question)).toContain('Finished `three` calls.');
    expect(storedWith(question)).not.toMatch(replies.PROGRESS);
  },
);

const BOTH = BROWSERS.flatMap((kind) => replies.HERMES.map((model) => [kind, model] as const));

test.each(BOTH)(
  '%s: replies of %s are complete and clean, shown, stored and sent back, with badges beside them',
  LONG,
  async (kind, model) => {
    const tab = await openTab(kind, true);

    await tab.begin(model);
    await ask(tab, 'What year is it?');
    await expect
      .poll(tab.badges, SEEN)
      .toMatchObject({ running: 0, folds: [expect.stringMatching(/^(?!\d+ tools)\S/)] });
    gate.hold(replies.SECOND_TOOL);
    await tab.send('Run three commands');
    await gate.held();
    await expect.poll(tab.badges, SEEN).toMatchObject({
      running: 1,
      lines: [expect.stringContaining('sleep 1'), expect.stringContaining(replies.SECOND_TOOL)],
    });
    gate.release();
    await tab.untilDone();

    expect((await tab.replies()).map(words)).toEqual(replies.HERMES_TEXTS);
    await expect.poll(tab.badges, SEEN).toMatchObject({
      running: 0,
      // The badge of the first reply is still there.
      folds: [expect.stringMatching(/^(?!\d+ tools)\S/), expect.stringMatching(/^3 tools/)],
    });
    const hosts = await tab.page.$$eval(`#chat ${HOST_NAME}`, (all) =>
      all.map((host) => host.closest('.mes')?.getAttribute('mesid')),
    );
    const replied = await tab.page.$$eval('#chat .mes[is_user="false"]', (all) =>
      all.slice(-2).map((message) => message.getAttribute('mesid')),
    );
    expect(hosts).toEqual(replied);
    expect(words(String(lastMessages()[1]?.content))).toBe(replies.HERMES_TEXTS[0]);
    expect(JSON.stringify(lastMessages())).not.toMatch(replies.PROGRESS);
    expect(await tab.faults()).toEqual([]);
  },
);

test.each(BROWSERS.flatMap((kind) => [[kind, 'off', false] as const, [kind, 'on', true] as const]))(
  '%s, with the extension %s: a call whose first delta has name and arguments reaches its function intact',
  LONG,
  async (kind, _, on) => {
    const tab = await openTab(kind, on);
    await tab.offerTool(replies.TOOL, replies.TOOL_ANSWER);

    await tab.begin(replies.LLAMA_CPP);
    await ask(tab, 'How is the weather?');
    await expect
      .poll(async () => (await tab.replies()).map(words), { timeout: 15_000 })
      .toEqual([replies.AFTER_TOOL]);

    expect(await tab.calls()).toEqual([JSON.parse(replies.TOOL_ARGUMENTS)]);
    expect(lastMessages().slice(1)).toMatchObject([
      {
        role: 'assistant',
        tool_calls: [{ function: { name: replies.TOOL, arguments: replies.TOOL_ARGUMENTS } }],
      },
      { role: 'tool', content: replies.TOOL_ANSWER },
    ]);
    expect(await tab.faults()).toEqual([]);
  },
);
