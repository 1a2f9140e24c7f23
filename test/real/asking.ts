/**
 * Real Hermes that asks: brought to all that can become of a call, and watched by a proxy in front
 * of it.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer, request as send, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { POPUP_READY } from '../../src/tools/demo/popup-counts.ts';
import {
  installHermes,
  startHermes,
  type HermesVersion,
} from '../../src/tools/demo/servers/hermes.ts';
import { shell, type Call, type Scripts } from '../../src/tools/demo/servers/scripted-model.ts';
import { listen } from '../support/listen.ts';

/** What a person is told of a call. */
export type Told = 'ran' | 'failed' | 'not allowed' | 'not reported' | 'nothing';

/**
 * The question that leads to it, the call, its result in the agent's record, and what a person is
 * told and answers.
 */
export type State = readonly [
  question: string,
  call: Call,
  record: RegExp,
  told: Told,
  answer?: 'once' | 'deny',
];

const DENIED = /BLOCKED: Command denied by user/;
const APPROVED = /"exit_code": 0.*was approved by the user/;
const TIMED_OUT = /BLOCKED: Command timed out without user response/;

/** Each has a canary in what it asks of the tool. */
export const STATES: Readonly<Record<string, State>> = {
  ran: [
    'Let it run',
    shell('echo canary-$((40 + 2))'),
    /"output": "canary-42", "exit_code": 0/,
    'ran',
  ],
  failed: ['Let it fail', shell('exit 3 # canary'), /"exit_code": 3/, 'failed'],
  allowed: ['Ask, and I allow it', shell('rm -rf canary-allowed'), APPROVED, 'ran', 'once'],
  denied: ['Ask, and I deny it', shell('rm -rf canary-denied'), DENIED, 'not allowed', 'deny'],
  blocked: [
    'Do what is forbidden',
    shell('echo forbidden canary'),
    /"status": "blocked"/,
    'not allowed',
  ],
  'timed out': [
    'Ask, and I am not there',
    shell('rm -rf canary-ignored'),
    TIMED_OUT,
    'not allowed',
  ],
  pending: [
    'Ask nobody',
    shell('rm -rf canary-pending'),
    /"approval_pending": true/,
    'not allowed',
  ],
  // No event tells of it; the record does, where the companion reads it.
  'unknown tool': [
    'Use no tool',
    { name: 'no_such_tool', arguments: { text: 'canary' } },
    /^Tool '.*not exist/,
    'nothing',
  ],
};

/**
 * A folder that the agent is asked to remove, and characters that would be markup, or that nobody
 * sees.
 */
export const SCRATCH = 'old';
const HOSTILE = `rm -rf ${SCRATCH} # <b>\`x\`</b> $a$ \u202Egnp.\u200b **bold** <img src=x onerror=alert(1)>\necho "</pre>"`;
export const SHOWN = HOSTILE.replace('\u202E', '[U+202E]').replace('\u200b', '[U+200B]');

/** Some seconds of text, in which a person can go elsewhere. */
const SLOW = 'Let me see what is there. '.repeat(12);

/**
 * Two calls, one after the other; a canary in each, and in what the second brings. Of several
 * commands, 0.22.2 tells none.
 */
const SEVERAL: Scripts = {
  'Do several things': [
    { text: 'Let me see. ', calls: [shell('sleep 3 # call-canary')] },
    { text: 'Then this. ', calls: [shell('API_KEY=secret-canary ls --result-canary')] },
    { text: 'That is all.', calls: [] },
  ],
  'Let another look': [
    {
      text: 'Let me ask. ',
      calls: [{ name: 'delegate_task', arguments: { goal: 'Look around for six seconds' } }],
    },
    { text: 'That is all.', calls: [] },
  ],
  'Look around': [
    { text: 'I look. ', calls: [shell('sleep 6 # call-canary')] },
    { text: 'I have seen everything.', calls: [] },
  ],
  'Hand over a picture': [
    { text: 'Here it is:\n\nMEDIA:/srv/call-canary/cat.png\n\nThat is all.', calls: [] },
  ],
  'Take long': [
    { text: 'Let me see. ', calls: [shell('sleep 20 # call-canary')] },
    { text: 'That is all.', calls: [] },
  ],
};

/** The longer question first: the first one that fits is taken. */
const SCRIPTS: Scripts = Object.fromEntries(
  [
    ['Clean up secretly', shell(HOSTILE)] as const,
    ['Clean up', shell(`rm -rf ${SCRATCH}`)] as const,
    ['Take your time', shell(`rm -rf ${SCRATCH}`)] as const,
    ...Object.values(STATES),
  ].map(([question, call]) => [
    question,
    [
      { text: question === 'Take your time' ? SLOW : 'Let me see. ', calls: [call] },
      { text: 'That is all.', calls: [] },
    ],
  ]),
);
Object.assign(SCRIPTS, SEVERAL);

/** It waits 25 s for an answer. */
const SETTINGS = { approvals: { mode: 'manual', timeout: 25, deny: ['*forbidden*'] } };

/** Of a page that asks. It keeps the frames as they reached it. */
export const PAGE = `<!doctype html><meta charset="utf-8"><title>Talk</title><script>
async function ask(url, key, content) {
  const article = document.body.appendChild(document.createElement('article'));
  Object.assign(article, { frames: '', textContent: 'Reply' }).dataset.role = 'assistant';
  const body = JSON.stringify({ model: 'hermes-agent', stream: true, messages: [{ role: 'user', content }] });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer ' + key };
  const response = await fetch(url + '/v1/chat/completions', { method: 'POST', headers, body });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read; !(read = await reader.read()).done; ) article.frames += read.value;
  article.dataset.ended = Date.now();
}
</script><body>`;

export type Asking = Awaited<ReturnType<typeof start>>;

/**
 * On the worker's global object, because all files of a run share them, even if this module is
 * reloaded.
 */
const cache = globalThis as typeof globalThis & { asking?: Map<HermesVersion, Promise<Asking>> };

/**
 * Ends all of them, after the last test of a file: a worker that ends leaves its programs behind.
 */
export async function closeAsking(): Promise<void> {
  for (const asking of cache.asking?.values() ?? []) await (await asking).close();
  cache.asking?.clear();
}

/** @returns the Hermes of this release, which pages may ask; see `closeAsking` */
export function askingHermes(version: HermesVersion): Promise<Asking> {
  cache.asking ??= new Map();
  const known = cache.asking.get(version) ?? start(version);
  cache.asking.set(version, known);
  return known;
}

async function start(version: HermesVersion) {
  const logFile = fileURLToPath(new URL(`../../.demo/real/asking-${version}.log`, import.meta.url));
  const options = { logFile, scripts: SCRIPTS, settings: SETTINGS, allowedOrigins: ['*'] };
  const hermes = await startHermes({ programs: installHermes(version), ...options });
  const { origin, key } = hermes.upstream;
  const folder = join(hermes.work, SCRATCH);
  /**
   * When the last chat request and the last question passed, with its names, and the last end of a
   * stream.
   */
  const passed = { chat: 0, question: 0, run: '', request: '', end: 0 };
  const answers: string[] = [];
  const asked: string[] = [];
  const watched = { reads: 0, spoil: null as ((response: ServerResponse) => unknown) | null };

  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    if (headers.host?.startsWith('talk')) {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end(path.startsWith('/?') ? PAGE : '');
    }
    const body = await buffer(request);
    if (method === 'POST' && path.endsWith('/completions')) {
      passed.chat = Date.now();
      asked.push(body.toString());
    }
    if (method === 'POST' && path.endsWith('/approval')) answers.push(body.toString());
    if (method === 'GET' && path.startsWith('/api/sessions/')) {
      watched.reads++;
      response.setHeader('access-control-allow-origin', '*');
      if (watched.spoil) return void watched.spoil(response);
    }
    const ahead = send(origin + path, { method, headers }, (answer) => {
      response.socket?.setNoDelay(true);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', (piece: Buffer) => {
        response.write(piece);
        const [, data] = /event: approval\.request\ndata: (.*)/.exec(piece.toString()) ?? [];
        if (data === undefined) return;
        const { run_id: run, request_id: id } = JSON.parse(data) as Record<string, string>;
        Object.assign(passed, { question: Date.now(), run, request: id });
      });
      answer.on('end', () => {
        if (path.endsWith('/completions')) passed.end = Date.now();
        response.end();
      });
      answer.on('error', () => response.destroy());
    });
    ahead.on('error', () => response.destroy());
    response.on('close', () => ahead.destroy());
    ahead.end(body);
  });
  const { port, close } = await listen(server);

  return {
    hermes,
    async close(): Promise<void> {
      close();
      await hermes.close();
    },
    /** The proxy. */
    agent: { origin: `http://127.0.0.1:${port}`, key },
    /**
     * Of a page of another origin; each with an address of its own, by which our tools tell tabs
     * apart.
     */
    address: () => `http://talk-${version}.localhost:${port}/?${Math.random()}`,
    passed,
    /** The bodies of answers that reached the agent. */
    answers,
    /** The bodies of requests for a reply, titles and tags among them. */
    asked,
    watched,
    scratch: {
      make: () => mkdirSync(folder, { recursive: true }),
      isThere: () => existsSync(folder),
    },
    /**
     * @returns what the agent recorded of the calls in the conversation that began with this
     * question, as it is
     */
    async record(question: string): Promise<string> {
      const session = `api-${createHash('sha256').update(`\n${question}`).digest('hex').slice(0, 16)}`;
      const authorization = `Bearer ${key}`;
      const answer = await fetch(`${origin}/api/sessions/${session}/messages?limit=500`, {
        headers: { authorization },
      });
      const { data = [] } = (await answer.json()) as {
        data?: { role: string; content: unknown }[];
      };
      return data
        .flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : []))
        .join('\n');
    },
    /**
     * Waits for a question since then, and until somebody sees it.
     * @returns milliseconds from one to the other
     * @throws which part took too long: the page and its server, the agent, or showing it
     */
    async seenAfter(since: number, isSeen: () => Promise<boolean>): Promise<number> {
      await until(() => passed.chat >= since, 'the chat request to reach the agent', 30_000);
      const asked = await until(
        () => passed.question >= since && passed.question,
        'the agent to ask',
        30_000,
      );
      await until(isSeen, 'the question to be seen', 20_000);
      return Date.now() - asked;
    },
  };
}

/** The words of badge and popup, and of nothing else. */
const WORDS: readonly (readonly [told: Told, inBadge: RegExp, inPopup: RegExp])[] = [
  ['failed', /failed \(exit code 3\)/, /(\d+) failed/],
  ['not allowed', /not allowed/, /(\d+) not allowed/],
  ['ran', /^Ran /, /(\d+) ran/],
  ['not reported', /./, /(\d+) outcomes? not reported/],
];

/** What the badge of the last reply says of its one call. */
export async function badgeOf(driver: Driver, page: Page): Promise<{ told: Told; words: string }> {
  const words = (await readBadges(driver, page)).folds.at(-1) ?? '';
  return { told: WORDS.find(([, inBadge]) => inBadge.test(words))?.[0] ?? 'nothing', words };
}

/** How many calls the popup over the page counts, by what became of them. */
export async function popupOf(
  driver: Driver,
  page: Page,
): Promise<readonly (readonly [Told, number])[]> {
  const popup = await driver.openPopup(page, POPUP_READY);
  const words = await popup.evaluate(() => document.querySelector('.outcomes')?.textContent ?? '');
  await popup.close();
  await page.bringToFront();
  return WORDS.map(([told, , inPopup]) => [told, Number(inPopup.exec(words)?.[1] ?? 0)]);
}

/**
 * Badge and record say this of the last call, and the popup counts one more of it, and no other.
 * Prints all three.
 */
export async function expectSame(
  { driver, page }: { readonly driver: Driver; readonly page: Page },
  where: string,
  name: string,
  before: Awaited<ReturnType<typeof popupOf>>,
  recorded: string,
): Promise<void> {
  const [, , record, told] = STATES[name]!;
  await expect.poll(async () => (await badgeOf(driver, page)).told).toBe(told);
  const after = before.map(([each, count]) => [each, each === told ? count + 1 : count]);
  await expect.poll(() => popupOf(driver, page), { interval: 500 }).toEqual(after);
  expect(recorded).toMatch(record);
  const { words } = await badgeOf(driver, page);
  const counted = told === 'nothing' ? 'no call' : `1 ${told}`;
  printRow(where, name, words || 'no badge', counted, recorded.replaceAll('\n', ' ').slice(0, 110));
}

/** The storage of the extension has counts, and no word of a command, argument or result. */
export async function expectNothingStored(driver: Driver): Promise<void> {
  const kept = await driver.beside(async () => {
    const { storage } = (
      globalThis as unknown as { chrome: { storage: Record<string, { get(keys: null): unknown }> } }
    ).chrome;
    const areas = await Promise.all(
      ['local', 'session', 'sync'].map((area) => storage[area]?.get(null)),
    );
    // Only backups of cleaned chats would be here.
    return { areas: JSON.stringify(areas), databases: (await indexedDB.databases()).length };
  });
  expect(kept).toEqual({ areas: expect.stringContaining('counts:'), databases: 0 });
  expect(kept.areas).not.toMatch(/canary|rm -rf|echo|exit 3|BLOCKED|chatcmpl/);
}

/** One line of the table that the tests print. */
export function printRow(...cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

/** Long enough to be a person's, which a key that was meant for something else is not. */
export const READ_MS = 1500;

/** Answers in Open WebUI's dialog as a person does. */
export async function press(page: Page, label: 'Confirm' | 'Cancel'): Promise<void> {
  await sleep(READ_MS);
  if (label === 'Confirm') {
    // Some releases leave the cursor where it was; in others, Enter begins a line in the field, and
    // what was typed by mistake is still there.
    await (await page.$('[placeholder="allow"]'))?.click();
    await page.keyboard.down('Control');
    await page.keyboard.press('KeyA');
    await page.keyboard.up('Control');
    await page.keyboard.type('allow');
  }
  await page.evaluate((wanted) => {
    [...document.querySelectorAll('button')]
      .find((button) => button.textContent?.trim() === wanted)
      ?.click();
  }, label);
}
