import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { KEPT, PORT } from '../../src/bridge/handoff.ts';
import type { HookSettings } from '../../src/bridge/protocol.ts';
import { runBridge } from '../../src/bridge/run-bridge.ts';
import { keepPacks } from '../../src/rules/own-pack-store.ts';
import { writeEverywhere, writeSite } from '../../src/settings/store.ts';
import {
  EXTENSION_ID,
  installFakeExtension,
  pageSender,
  quiet,
} from '../support/fake-extension-apis.ts';
import { packCalled } from '../settings/some-settings.ts';

/*
 * A person's own rules may contain secrets. One with a unique word is on for all sites; everything
 * sent to each page is searched for that word.
 */
const SITE = 'http://chat.example:3000';
const CANARY = 'canary-of-a-person';

/** @returns everything sent to the hook of a page with this origin */
function openPage(origin: string): readonly unknown[] {
  return openView(origin).sent;
}

interface OpenView {
  /**
   * Offers the port of a hook that an earlier extension has left.
   * @returns what it is sent, and a way to send
   */
  keep(): Pick<OpenView, 'sent' | 'tell'> | null;
  readonly sent: readonly unknown[];
  /** Sends as the page's hook. */
  tell(message: object): void;
  hide(): void;
}

function openView(origin: string): OpenView {
  const sent: unknown[] = [];
  const view = Object.assign(new EventTarget(), {
    location: { origin },
    setTimeout,
    clearTimeout,
    document: { hidden: false, title: 'Chat' },
  });
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', ({ data }) => void sent.push(data));
  port1.start();
  onTestFinished(() => port1.close());
  // Nothing offers badges in its world.
  runBridge(Object.assign(view, { top: view }) as unknown as Window, {});
  view.dispatchEvent(new MessageEvent(PORT, { ports: [port2] }));

  function keep(): ReturnType<OpenView['keep']> {
    const heard: unknown[] = [];
    const old = new MessageChannel();
    old.port1.addEventListener('message', ({ data }) => void heard.push(data));
    old.port1.start();
    onTestFinished(() => old.port1.close());
    const event = new MessageEvent(KEPT, { ports: [old.port2], cancelable: true });
    const isTaken = !view.dispatchEvent(event);
    return isTaken ? { sent: heard, tell: (message) => old.port1.postMessage(message) } : null;
  }

  return {
    keep,
    sent,
    tell: (message) => port1.postMessage(message),
    hide: () => void view.dispatchEvent(new Event('pagehide')),
  };
}

beforeEach(async () => {
  installFakeExtension();
  vi.spyOn(fakeBrowser.runtime.onConnect, 'addListener').mockImplementation(() => {});
  const rule = {
    id: 'own',
    kind: 'line',
    pattern: `[${CANARY} {tool}]`,
    tells: 'start',
  } as const;
  await keepPacks({
    type: 'save-pack',
    pack: { ...packCalled(CANARY), id: 'my-own', rules: [rule] },
  });
  await writeEverywhere({ packs: { 'my-own': true }, repairs: { done: false } });
  await writeSite(SITE, { enabled: true, choices: { history: false } });
});

test('a site that is on gets the rules, compiled', async () => {
  const sent = openPage(SITE);
  await quiet();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ enabled: true, history: false });
  expect((sent[0] as HookSettings).rules?.rules[0]).toMatchObject({
    id: 'my-own/own',
    pattern: { head: `[${CANARY} ` },
  });
});

test.each([
  ['a site that was switched off', 'http://off.example'],
  ['another port of a site that is on', 'http://chat.example:3001'],
  ['another scheme of its host', 'https://chat.example:3000'],
  ['a site that was never on', 'http://never.example'],
])('%s learns that it is off, and nothing else', async (_, origin) => {
  await writeSite('http://off.example', { enabled: false, choices: { history: false } });
  const sent = openPage(origin);
  await quiet();
  expect(sent).toEqual([{ type: 'settings', enabled: false }]);
});

test('no changes are sent while a site is off', async () => {
  const sent = openPage(SITE);
  await quiet();
  await writeSite(SITE, { enabled: false, choices: { history: false } });
  await writeEverywhere({ packs: { 'my-own': true }, replies: false });
  await quiet();
  expect(sent.slice(1).length).toBeGreaterThan(0);
  for (const word of sent.slice(1)) expect(word).toEqual({ type: 'settings', enabled: false });
});

test('if the extension is gone before the settings are read, an inspector is told nothing, and the hook leaves', async () => {
  let connect: (port: unknown) => void = () => {};
  vi.spyOn(fakeBrowser.runtime.onConnect, 'addListener').mockImplementation((listener) => {
    connect = listener as typeof connect;
  });
  vi.spyOn(fakeBrowser.storage.local, 'get').mockRejectedValue(new Error('gone'));
  const sent = openPage(SITE);
  // As the browser's, which throws in a page that outlives the extension.
  const postMessage = vi.fn(() => {
    throw new Error('gone');
  });
  connect({ name: 'inspect', postMessage, onDisconnect: { addListener() {} } });
  await quiet();

  expect(postMessage).not.toHaveBeenCalled();
  expect(sent.at(-1)).toMatchObject({ type: 'settings', enabled: false });
});

test('what happens while the page is open is told as it closes', async () => {
  const told: unknown[] = [];
  fakeBrowser.runtime.onMessage.addListener((message) => void told.push(message));
  const { tell, hide } = openView(SITE);
  await quiet();

  tell({ type: 'removed', reply: null, markers: 1 });
  await quiet();
  hide();
  await quiet();

  expect(told).toMatchObject([{ type: 'counts', counts: { markers: 1 } }]);
});

const CALL = {
  source: 'marker',
  tool: 'terminal',
  emoji: null,
  label: null,
  callId: null,
  status: 'ran',
  provenance: 'server',
};
const START = { type: 'reply-start', reply: 1, message: null, counts: true };

test('a hook of the extension before an update learns that its site is on, and only what it reports anew is counted', async () => {
  const told: unknown[] = [];
  fakeBrowser.runtime.onMessage.addListener((message) => void told.push(message));
  const { keep, hide } = openView(SITE);
  await quiet();

  const old = keep()!;
  old.tell(START);
  old.tell({ type: 'progress', reply: 1, progress: { ...CALL, call: 0 } });
  old.tell({ type: 'resumed' });
  old.tell({ type: 'progress', reply: 1, progress: { ...CALL, call: 0 } });
  old.tell({ type: 'progress', reply: 1, progress: { ...CALL, call: 1 } });
  await quiet();
  hide();
  await quiet();

  expect(old.sent).toEqual([{ type: 'still', enabled: true }]);
  expect(told).toMatchObject([{ type: 'counts', counts: { tools: 1, ran: 1 } }]);
});

test('no more than three of them are heard', () => {
  const { keep } = openView(SITE);

  expect([keep(), keep(), keep(), keep()].map((old) => old !== null)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

const QUESTION = {
  runId: 'run',
  requestId: 'request',
  server: 'http://agent:8642',
  host: 'agent:8642',
  command: 'rm -rf old',
  reason: '',
  choices: ['once', 'session', 'always', 'deny'],
  answeredBy: 'you',
};
const OWN = {
  id: EXTENSION_ID,
  url: `chrome-extension://${EXTENSION_ID}/approval.html?tab=7&frame=0`,
};

/**
 * A page in which an agent asks.
 * @returns what its hook gets as answers, and how messages are sent to its bridge
 */
async function openAsking(origin = SITE, question: object = QUESTION) {
  const listeners: ((...args: unknown[]) => unknown)[] = [];
  vi.spyOn(fakeBrowser.runtime.onMessage, 'addListener').mockImplementation(
    (listener) => void listeners.push(listener as never),
  );
  const { sent, tell } = openView(origin);
  await quiet();
  tell({ type: 'reply-start', reply: 1, message: null, counts: true });
  tell({
    type: 'progress',
    reply: 1,
    progress: {
      ...{ call: 0, source: 'event', tool: null, emoji: null, label: null, callId: null },
      ...{ status: 'waiting', provenance: 'server', question },
    },
  });
  await quiet();
  return {
    answers: () => sent.filter((message) => (message as { type: string }).type === 'answer'),
    /** @returns what the first that answers says; undefined if nobody does */
    async ask(message: object, sender: object): Promise<unknown> {
      let said: unknown;
      for (const listener of listeners)
        listener(message, sender, (answer: unknown) => (said = answer));
      await quiet();
      return said;
    },
  };
}

test('a page of the extension reads the question and answers it, as it was read', async () => {
  const { ask, answers } = await openAsking();
  expect(await ask({ type: 'question' }, OWN)).toEqual({
    question: QUESTION,
    others: 0,
    site: SITE,
    offersAlways: false,
  });

  await ask({ type: 'answer-question', question: QUESTION, choice: 'once' }, OWN);
  const { server, runId, requestId, command } = QUESTION;
  expect(answers()).toEqual([
    { type: 'answer', server, runId, requestId, command, choice: 'once' },
  ]);
});

test.each<[what: string, message: object, sender: object]>([
  ['a script in a page', {}, pageSender(7, `${SITE}/`)],
  ['a script in a page that says it is ours', { url: OWN.url }, pageSender(7, `${SITE}/`)],
  ['another extension', {}, { ...OWN, id: 'other' }],
  [
    'another extension with a page of that name',
    {},
    { ...OWN, url: 'chrome-extension://x/approval.html' },
  ],
  ['our page with another command', { question: { ...QUESTION, command: 'ls' } }, OWN],
  ['our page with no question', { question: null }, OWN],
  ['our page with an answer that is none', { choice: 'yes' }, OWN],
  ['our page with one that the settings do not offer', { choice: 'always' }, OWN],
])('%s answers nothing', async (_what, some, sender) => {
  const { ask, answers } = await openAsking();
  const said = await ask(
    { type: 'answer-question', question: QUESTION, choice: 'once', ...some },
    sender,
  );
  expect([said, answers()]).toEqual([undefined, []]);
});

const IN_WORDS = {
  ...QUESTION,
  command: 'Which?',
  choices: [],
  clarify: { offers: ['A', 'B'], several: false },
};

test.each<[what: string, passes: boolean, choice: unknown, read?: object]>([
  ['an answer that is offered', true, { said: ['B'] }],
  ['own words', true, { said: ['neither'] }],
  ['that it is answered in the chat', true, { said: null }],
  ['no answer', false, null],
  [
    'an answer to other offers',
    false,
    { said: ['B'] },
    { clarify: { offers: ['A', 'B', 'C'], several: false } },
  ],
])('of a question in words, %s passes: %j', async (_what, passes, choice, read) => {
  const { ask, answers } = await openAsking(SITE, IN_WORDS);
  const question = { ...IN_WORDS, ...read };
  await ask({ type: 'answer-question', question, choice }, OWN);
  expect(answers()).toMatchObject(passes ? [{ command: 'Which?', choice }] : []);
});

test('a script in a page cannot read the question of another', async () => {
  const { ask } = await openAsking();
  expect(await ask({ type: 'question' }, pageSender(8, 'http://other.example/'))).toBeUndefined();
});
