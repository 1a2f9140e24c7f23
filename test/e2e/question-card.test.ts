/**
 * An agent that the page itself talks to asks before it runs a command: recorded from Hermes 0.22.
 */
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import { approvalTexts } from '../../src/pages/approval/texts.ts';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { readRecording } from '../../src/tools/demo/servers/recordings.ts';
import { BROWSERS, EITHER, freshBrowser, inTurn } from '../support/browsers.ts';
import { findInShadow, pressOurs } from '../../src/tools/browsers/in-shadow.ts';
import { createPerson } from '../support/person.ts';
import {
  answerQuestion,
  approvalWindow,
  lookAtQuestion,
  pressAnswer,
} from '../support/driving/approval.ts';
import { reloadExtension } from '../support/driving/background.ts';
import { openPage } from '../support/driving/own-pages.ts';
import type { Background } from './extension-api.ts';
import { openEnabledSite } from './enabled-site.ts';
import { stored } from './figures.ts';
import { wordsIn } from './notice.ts';
import type { Asked, Stream } from './stream-site.ts';

const COMMAND = 'rm -rf /srv/demo/old';
const FRAMES = framesAsking(COMMAND);
const ASKS = FRAMES.findIndex(({ bytes }) => bytes.includes('approval.request')) + 1;
const APPROVAL = '/v1/runs/chatcmpl-c2fefdb26cf54296995b2a0b4b7c1/approval';
const DENIED = {
  output: 'canary-output',
  exit_code: -1,
  error: 'BLOCKED: Command denied by user. canary-error',
};

/** @returns the recorded stream, with another command in its question */
function framesAsking(command: string) {
  return readRecording('v0.22-danger').frames.map((bytes) => ({
    bytes: bytes.replace(`"command": "${COMMAND}"`, () => `"command": ${JSON.stringify(command)}`),
    progress: false,
  }));
}

interface Opened {
  readonly driver: Driver;
  readonly page: Page;
  readonly stream: Stream;
  /** Answers that arrived at the agent, with the key they had. */
  readonly answers: readonly string[];
  readonly reads: readonly string[];
}

const FETCHES = "window.start('asks')";
const READS_BY_XHR = `{
  const article = document.createElement('article');
  document.body.append(article);
  const request = new XMLHttpRequest();
  request.open('POST', '/v1/chat/completions?asks');
  request.setRequestHeader('content-type', 'application/json');
  request.setRequestHeader('Authorization', 'Bearer canary-key');
  request.onprogress = () => (article.textContent = request.responseText.length);
  request.send('{"model":"hermes-agent","stream":true,"messages":[{"role":"user","content":"Go"}]}');
}`;

const FIRST = {
  '/first': { type: 'text/html', body: `<!doctype html><body><script>${READS_BY_XHR}</script>` },
};

/**
 * Opens a page whose agent has just asked.
 * @param status of its response to an answer
 * @param start a script that the page runs later; null for the first one that it runs, which is
 * answered at once
 * @param before what the person does before the agent asks
 * @param frames of the reply
 */
async function openAsking(
  kind: BrowserKind | Driver,
  status = 200,
  start: string | null = FETCHES,
  before: (driver: Driver) => Promise<void> = async () => {},
  frames = FRAMES,
): Promise<Opened> {
  const answers: string[] = [];
  const reads: string[] = [];

  function answer({ method, path, key, body }: Asked) {
    if (path === APPROVAL) {
      answers.push(`${key}: ${(JSON.parse(body) as { choice: string }).choice}`);
      return { status, body: '{"resolved": 1}' };
    }
    if (method !== 'GET' || !path.startsWith('/api/sessions/')) return null;
    reads.push(`${key}: ${path}`);
    const entry = {
      role: 'tool',
      tool_call_id: 'call_d1',
      tool_name: 'terminal',
      content: JSON.stringify(DENIED),
    };
    return {
      status: 200,
      body: JSON.stringify({ data: [{ ...entry, timestamp: Date.now() / 1000 }] }),
    };
  }

  const asking = frames.slice(0, ASKS);
  const begins = start === null ? asking : [];
  const { driver, site, page } = await openEnabledSite(kind, { answer, files: FIRST, begins });
  await page.bringToFront();
  await page.goto(start === null ? `${site.origin}/first` : site.origin);
  if (start !== null) await page.evaluate(start);
  const stream = await site.stream('asks');
  await before(driver);
  if (start !== null) await stream.write(...asking);
  onTestFinished(() => stream.end());
  return { driver, page, stream, answers, reads };
}

test.each(BROWSERS)(
  'in %s whoever asks before the settings are known is asked, too',
  async (kind) => {
    const opened = await openAsking(kind, 200, null);
    await press(opened, 'deny', () => opened.answers.length > 0);
    expect(opened.answers).toEqual(['Bearer canary-key: deny']);
  },
);

/** All text of ours in the page. */
function shown({ driver, page }: Opened): Promise<string> {
  return wordsIn(driver, page);
}

/** Whether the card has a button of this class that is drawn. */
async function has({ driver, page }: Opened, className: string): Promise<boolean> {
  return (await findInShadow(driver, page, HOST_NAME, className)) !== null;
}

async function press(
  opened: Opened,
  className: string,
  happened: () => boolean | Promise<boolean>,
): Promise<void> {
  await pressOurs(opened.driver, opened.page, className, async () => happened());
}

test.each(BROWSERS)(
  'in %s the question is shown within a second, whole in its window, and its answer is posted once',
  async (kind) => {
    const opened = await openAsking(kind);
    const began = performance.now();
    await until(() => has(opened, 'look'), 'the question', 10_000);
    // Reading shadow roots takes its own time.
    expect(performance.now() - began).toBeLessThan(1000);
    expect(await shown(opened)).toContain(COMMAND);
    expect(opened.answers).toEqual([]);

    const me = performance.now();
    const question = await lookAtQuestion(opened.driver, opened.page);
    expect(await question.text('.command')).toBe(COMMAND);
    const words = await question.text('.question');
    for (const part of ['1 line, 20 characters', 'it deletes files', 'streams-'])
      expect(words).toContain(part);
    await expect
      .poll(() => question.evaluate(() => document.activeElement?.className))
      .toBe('command');
    await pressAnswer(question, 'once');
    await until(() => opened.answers.length > 0, 'the answer', 5000);
    process.stdout.write(
      `| ${kind} | 2 presses | ${Math.round(performance.now() - me)} ms from question to answer |\n`,
    );
    await until(async () => (await approvalWindow(opened.driver)) === null, 'it to close', 5000);
    await until(async () => !(await has(opened, 'look')), 'the card to become a line', 5000);
    await opened.stream.write(...FRAMES.slice(ASKS));
    opened.stream.end();
    await until(() => opened.reads.length > 0, 'the record to be read', 5000);
    await sleep(1500);

    expect(opened.answers).toEqual(['Bearer canary-key: once']);
    expect(opened.reads).toHaveLength(1);
    expect(opened.reads[0]).toMatch(
      /^Bearer canary-key: \/api\/sessions\/api-[0-9a-f]{16}\/messages$/,
    );
    await until(
      async () => /not allowed/.test(await shown(opened)),
      'the outcome of the record',
      5000,
    );
    expect(JSON.stringify(await stored(opened.driver))).not.toMatch(/canary|srv\/demo|chatcmpl/);
  },
);

const READERS = [
  { how: 'fetch', start: FETCHES },
  { how: 'XMLHttpRequest', start: READS_BY_XHR },
];

test.each(inTurn(READERS).map(([kind, reader]) => ({ kind, ...reader })))(
  'in $kind a denial is posted as one, in a page that reads by $how',
  async ({ kind, start }) => {
    const opened = await openAsking(kind, 200, start);
    await until(() => has(opened, 'deny'), 'the question', 10_000);
    await press(opened, 'deny', () => opened.answers.length > 0);

    expect(opened.answers).toEqual(['Bearer canary-key: deny']);
  },
);

test.each(EITHER)(
  'in %s "Always allow" is offered only if the settings say so, and names what it covers',
  async (kind) => {
    const opened = await openAsking(kind);
    const { driver, answers } = opened;
    const page = await openPage(driver, 'options.html#settings', '[data-setting="always"]');
    onTestFinished(() => page.close());
    const choose = (always: boolean) =>
      page.evaluate(
        (request) => (globalThis as unknown as Background).chrome.runtime.sendMessage(request),
        {
          type: 'choose',
          origin: null,
          change: { always },
        },
      );
    onTestFinished(async () => void (await choose(false)));
    await opened.page.bringToFront();
    await until(() => has(opened, 'look'), 'the question', 10_000);
    const question = await lookAtQuestion(driver, opened.page);
    await sleep(1000);
    await question.click('[data-step="more"]');
    expect(await question.evaluate(isThere, '[data-step="session"]')).toBe(true);
    expect(await question.evaluate(isThere, '[data-step="always"]')).toBe(false);

    await choose(true);
    const words = () => question.text('.question');
    await until(
      async () => (await words()).includes('Always allow: delete in root path'),
      'the offer',
      5000,
    );
    await sleep(1000);
    await question.click('[data-step="always"]');
    await until(() => answers.length > 0, 'the answer', 5000);
    expect(answers).toEqual(['Bearer canary-key: always']);
  },
);

/** Runs in the window. */
function isThere(selector: string): boolean {
  return document.querySelector(selector) !== null;
}

const REFUSALS = [
  { status: 409, words: 'Too late' },
  { status: 403, words: 'API_SERVER_CORS_ORIGINS=http' },
];

test.each(inTurn(REFUSALS).map(([kind, refusal]) => ({ kind, ...refusal })))(
  'in $kind card and window say what became of an answer that the agent did not take ($status)',
  async ({ kind, status, words }) => {
    const opened = await openAsking(kind, status);
    await until(() => has(opened, 'look'), 'the question', 10_000);
    const question = await lookAtQuestion(opened.driver, opened.page);
    onTestFinished(() => question.close());
    await pressAnswer(question, 'once');

    await until(async () => (await shown(opened)).includes(words), 'the card to say so', 5000);
    await until(
      async () => (await question.text('.question')).includes(words),
      'the window to say so',
      5000,
    );
    expect(opened.answers).toHaveLength(1);
  },
);

test.each(BROWSERS)('in %s the keyboard alone denies beside the reply', async (kind) => {
  const opened = await openAsking(kind);
  const { page } = opened;
  await until(() => has(opened, 'deny'), 'the question', 10_000);
  const isOurs = (): Promise<boolean> =>
    page.evaluate((host) => document.activeElement?.localName === host, HOST_NAME);

  for (let presses = 0; presses < 10 && !(await isOurs()); presses++)
    await page.keyboard.press('Tab');
  // "Look at it…" comes first.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  await until(() => opened.answers.length > 0, 'the answer', 5000);
  expect(opened.answers).toEqual(['Bearer canary-key: deny']);
});

test.each(BROWSERS)('in %s the window takes no press in its first half second', async (kind) => {
  const opened = await openAsking(kind);
  await until(() => has(opened, 'look'), 'the question', 10_000);
  const question = await lookAtQuestion(opened.driver, opened.page);
  onTestFinished(() => question.close());
  // The question appears anew, as under a press that was meant for what was there before.
  await question.evaluate(() => window.dispatchEvent(new Event('focus')));
  await question.evaluate(() => document.querySelector<HTMLElement>('[data-step="once"]')!.click());
  await sleep(1000);
  expect(opened.answers).toEqual([]);

  await pressAnswer(question, 'deny');
  await until(() => opened.answers.length > 0, 'the answer', 5000);
  expect(opened.answers).toEqual(['Bearer canary-key: deny']);
});

/** Runs in the window: presses a button as often as a game is pressed. */
async function pressAgain(selector: string): Promise<void> {
  window.dispatchEvent(new Event('focus'));
  for (let i = 0; i < 15; i++) {
    const button = document.querySelector<HTMLElement>(selector)!;
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    button.click();
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Runs in the window: presses a button as soon as anything that it shows has changed. */
function pressWithChange(selector: string): void {
  const observer = new MutationObserver(() => {
    observer.disconnect();
    document.querySelector<HTMLElement>(selector)!.click();
  });
  const parts = { childList: true, characterData: true, subtree: true };
  observer.observe(document.querySelector('.question')!, parts);
}

test.each(BROWSERS)(
  'in %s no press counts that is one of many, or that meets a change of what is shown',
  async (kind) => {
    const opened = await openAsking(kind);
    await until(() => has(opened, 'look'), 'the question', 10_000);
    const question = await lookAtQuestion(opened.driver, opened.page);
    onTestFinished(() => question.close());
    // It closes if one counts.
    await question.evaluate(pressAgain, '[data-step="once"]').catch(() => {});
    expect(opened.answers).toEqual([]);

    await sleep(1000);
    await question.evaluate(pressWithChange, '[data-step="once"]');
    const other = FRAMES[ASKS - 1]!.bytes.replace(/"request_id": "\w+"/, '"request_id": "other"');
    await opened.stream.write(
      { bytes: FRAMES[0]!.bytes, progress: false },
      {
        bytes:
          'event: hermes.tool.progress\ndata: {"tool":"terminal","toolCallId":"c2","status":"running"}\n\n',
        progress: false,
      },
      { bytes: other, progress: false },
    );
    await until(
      async () => (await question.text('.question')).includes('1 more'),
      'the other question to be named',
      10_000,
    );
    await sleep(500);
    expect(opened.answers).toEqual([]);
  },
);

/**
 * Runs in the window.
 * @returns the command without its Hebrew letters, as its characters stand from left to right
 */
function fromLeft(): string {
  const places: { readonly left: number; readonly character: string }[] = [];
  const texts = document.createTreeWalker(
    document.querySelector('.command')!,
    NodeFilter.SHOW_TEXT,
  );
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null)
    for (let at = 0; at < text.data.length; at++) {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const character = text.data.charAt(at);
      if (character < '\u0590')
        places.push({ left: range.getBoundingClientRect().left, character });
    }
  return places
    .sort((one, other) => one.left - other.left)
    .map(({ character }) => character)
    .join('');
}

test.each(EITHER)('in %s words from right to left turn nothing else of a command', async (kind) => {
  const frames = framesAsking('echo א 1 > 22 | ב; c \u0664 - \u0663');
  const opened = await openAsking(kind, 200, FETCHES, undefined, frames);
  await until(() => has(opened, 'look'), 'the question', 10_000);
  const question = await lookAtQuestion(opened.driver, opened.page);
  onTestFinished(() => question.close());
  expect(await question.evaluate(fromLeft)).toBe('echo  1 > 22 | ; c  - ');
});

const KEYS = BROWSERS.flatMap((kind) => [
  { kind, key: 'Enter', step: 'once' } as const,
  { kind, key: 'Space', step: 'once' } as const,
]);

test.each(KEYS)('in $kind $key presses the focused button of the window', async (row) => {
  const opened = await openAsking(row.kind);
  await until(() => has(opened, 'look'), 'the question', 10_000);
  const question = await lookAtQuestion(opened.driver, opened.page);
  // No answer has the focus before a person moves it there.
  await question.press(row.key);
  await sleep(1000);
  await question.press(row.key);
  await sleep(500);
  expect(opened.answers).toEqual([]);

  await question.evaluate(focus, `[data-step="${row.step}"]`);
  await question.press(row.key);
  await until(() => opened.answers.length > 0, 'the answer', 5000);
  expect(opened.answers).toEqual([`Bearer canary-key: ${row.step}`]);
  // In Firefox the next page would be opened in the window that closes.
  await until(async () => (await approvalWindow(opened.driver)) === null, 'it to close', 5000);
});

/** Runs in the window. */
function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)!.focus();
}

const STEPS = BROWSERS.flatMap((kind) => [
  { kind, step: 'once' } as const,
  { kind, step: 'deny' } as const,
]);

test.each(STEPS)('in $kind the popup of the icon answers: $step', async ({ kind, step }) => {
  const opened = await openAsking(kind);
  await until(() => has(opened, 'look'), 'the question', 10_000);
  const popup = await opened.driver.openPopup(opened.page, '.question');
  expect(await popup.text('.command')).toBe(COMMAND);

  await pressAnswer(popup, step);
  await until(() => opened.answers.length > 0, 'the answer', 5000);
  expect(opened.answers).toEqual([`Bearer canary-key: ${step}`]);
  if (!(await popup.isClosed())) await popup.close();
});

/** Runs in the window. @returns whether the button is disabled */
function pressDisabled(selector: string): boolean {
  const button = document.querySelector<HTMLButtonElement>(selector)!;
  button.click();
  return button.matches(':disabled, [aria-disabled="true"]');
}

/** The last line does the harm. */
const LONG = [...Array.from({ length: 60 }, (_, i) => `echo ${i}`), COMMAND].join('\n');

test.each(BROWSERS)(
  'in %s a command longer than its box is allowed only once its end was in view',
  async (kind) => {
    const frames = framesAsking(LONG);
    const opened = await openAsking(kind, 200, FETCHES, undefined, frames);
    await until(() => has(opened, 'look'), 'the question', 10_000);
    const question = await lookAtQuestion(opened.driver, opened.page);
    onTestFinished(async () => {
      if (!(await question.isClosed())) await question.close();
    });
    expect(await question.text('.command')).toBe(LONG);
    expect(await question.text('.question')).toContain('61 lines');

    await sleep(1000);
    // No click of a person reaches it: in Firefox, not even its page hears of one.
    expect(await question.evaluate(pressDisabled, '[data-step="once"]')).toBe(true);
    await sleep(1000);
    expect(await question.text('.unread')).toBe(approvalTexts.scroll);
    expect(opened.answers).toEqual([]);

    await question.evaluate(() => document.querySelector('.command')!.scrollBy(0, 1e6));
    await until(async () => (await question.text('.unread')) === '', 'the end to be in view', 5000);
    await pressAnswer(question, 'once');
    await until(() => opened.answers.length > 0, 'the answer', 5000);
    expect(opened.answers).toEqual(['Bearer canary-key: once']);
  },
);

test.each(BROWSERS)('in %s a hidden tab says in its title that an agent waits', async (kind) => {
  const opened = await openAsking(kind);
  const other = await opened.driver.newPage();
  onTestFinished(() => other.close());
  await other.bringToFront();
  await until(async () => (await opened.page.title()).startsWith('⏳ '), 'the title', 10_000);
  await opened.page.bringToFront();
  await until(
    async () => !(await opened.page.title()).startsWith('⏳ '),
    'the title to be as it was',
    10_000,
  );
});

test.each(BROWSERS)(
  'in %s an agent that waits behind another tab is notified of, once a person wants it',
  async (kind) => {
    const opened = await openAsking(kind, 200, FETCHES, turnOnNotifications);
    const { driver, stream } = opened;

    // Where the system shows none, Firefox drops it at once.
    if (kind === 'firefox') return;
    await expect
      .poll(() => notified(driver), { timeout: 5000 })
      .toEqual([expect.stringMatching(/^waits:\d+$/)]);
    stream.end();
    await expect.poll(() => notified(driver), { timeout: 5000 }).toEqual([]);
  },
);

/** Turns them on as a person does, in a tab that stays in front. */
async function turnOnNotifications(driver: Driver): Promise<void> {
  const settings = await openPage(
    driver,
    'options.html#settings',
    '[data-setting="notify"] .switch',
  );
  onTestFinished(async () => {
    await driver.beside(() =>
      (globalThis as unknown as Background).chrome.permissions.remove({
        permissions: ['notifications'],
      }),
    );
    await settings.close();
  });
  await settings.bringToFront();
  const me = createPerson(driver);
  await me.click('the switch', settings, '[data-setting="notify"] .switch');
  await me.allow();
  await settings.waitForSelector('[data-setting="notify"] [aria-checked="true"]');
  // The background hears of it a moment later.
  await until(
    () =>
      driver.background(() =>
        Boolean((globalThis as unknown as Partial<Background>).chrome?.notifications),
      ),
    'the permission in the background',
  );
}

/** The ids of the notifications that are shown. */
function notified(driver: Driver): Promise<string[]> {
  return driver.beside(async () =>
    Object.keys(await (globalThis as unknown as Background).chrome.notifications.getAll()),
  );
}

test.each(STEPS)(
  'in $kind a question that is open while the extension is updated is asked again, and answered: $step',
  async ({ kind, step }) => {
    const driver = await freshBrowser(kind);
    onTestFinished(() => driver.close());
    const opened = await openAsking(driver);
    await until(() => has(opened, 'deny'), 'the question', 10_000);

    await reloadExtension(driver);
    await opened.page.bringToFront();
    await until(
      async () => (await shown(opened)).includes('is on here'),
      'the new extension to say that it is on',
    );
    await until(async () => (await shown(opened)).includes(COMMAND), 'the question again', 10_000);
    if (step === 'deny') await press(opened, 'deny', () => opened.answers.length > 0);
    else await answerQuestion(driver, opened.page, step);
    await until(() => opened.answers.length > 0, 'the answer', 5000);

    expect(opened.answers).toEqual([`Bearer canary-key: ${step}`]);
    await until(async () => !(await has(opened, 'deny')), 'the card to become a line', 5000);
  },
  120_000,
);
